import { randomUUID } from "node:crypto";
import { databaseOn } from "../db/connect.ts";
import { createInlineProjector } from "../features/books/inline-projector.ts";
import { eraseListedGuests } from "../features/erasure/erase-guest.store.ts";
import { erasePerson } from "../features/erasure/erase-person.actions.ts";
import { digestOfAccount, readErasedList } from "../features/erasure/erased-list.ts";
import { ledgerCatalogue } from "../features/ledger-catalogue.ts";
import { createLedger } from "../ledger/ledger.ts";
import type pg from "pg";

/** Forgets once more whom a backup of before still knew (R78); how many. */
export async function eraseAgain(pool: pg.Pool, listFile: string): Promise<number> {
  const listed = await readErasedList(listFile);
  if (listed.size === 0) return 0;
  const db = databaseOn(pool);
  const accounts = await db
    .selectFrom("account")
    .select(["id", "created_at as createdAt"])
    .execute();
  const done = await db.selectFrom("erased_person").select("digest").execute();
  const known = new Set(done.map(({ digest }) => digest));
  const ledger = createLedger({
    ...{ pool, catalogue: ledgerCatalogue, projector: createInlineProjector() },
  });
  let erased = 0;
  try {
    for (const account of accounts) {
      const digest = digestOfAccount(account);
      if (!listed.has(digest) || known.has(digest)) continue;
      const { id } = account;
      const command = {
        ...{ commandId: randomUUID(), request: { action: "erase-again", id }, occurredAt: now() },
        metadata: { source: "restore", correlationId: `erase-again-${id}` },
      };
      await erasePerson(
        { ledger, now },
        command,
        { userId: id, credit: undefined },
        async () => {},
      );
      erased += 1;
    }
    erased += await db.transaction().execute((tx) => eraseListedGuests(tx, listed, now()));
  } finally {
    await ledger.close();
  }
  return erased;
}

function now(): string {
  return new Date().toISOString();
}
