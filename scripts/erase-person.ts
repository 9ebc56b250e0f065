import { DomainError } from "@portal/shared/domain-error.ts";
import { type GuestTarget, guestTargetOf } from "@portal/shared/erase-guest.ts";
import { randomUUID } from "node:crypto";
import { connect, connectPool, databaseOn, patient } from "../server/src/db/connect.ts";
import { createInlineProjector } from "../server/src/features/books/inline-projector.ts";
import { eraseGuest } from "../server/src/features/erasure/erase-guest.store.ts";
import { erasePerson as erase } from "../server/src/features/erasure/erase-person.actions.ts";
import { completeErasedList } from "../server/src/features/erasure/erased-list.ts";
import { ledgerCatalogue } from "../server/src/features/ledger-catalogue.ts";
import { createLedger } from "../server/src/ledger/ledger.ts";
import { StartError } from "../server/src/start-error.ts";

/**
 * By the number of an account, or somebody without one by the email or `RH` and the number of an order. Says what was
 * forgotten; `listFile` is where the erased are written down for backups of before.
 */
export async function erasePerson(
  ownerUrl: string,
  given: string,
  listFile: string,
): Promise<string> {
  if (/^[1-9]\d{0,8}$/.test(given)) return eraseNumber(ownerUrl, Number(given), listFile);
  const target = guestTargetOf(given);
  if (target) return eraseByGuest(ownerUrl, target, listFile);
  throw new StartError(
    `Name the number of an account, or an email or an order (RH1023) of somebody without one, not ${JSON.stringify(given)}.`,
    { exitCode: 2 },
  );
}

async function eraseByGuest(
  ownerUrl: string,
  target: GuestTarget,
  listFile: string,
): Promise<string> {
  const db = connect(ownerUrl);
  try {
    const erased = await db.transaction().execute(async (tx) => {
      const done = await eraseGuest(tx, target, now());
      await tx
        .insertInto("audit_entry")
        .values({ at: now(), action: "guest.erased", details: JSON.stringify(done) })
        .execute();
      return done;
    });
    await completeErasedList(db, listFile);
    const { orders, addresses, contacts } = erased;
    return `Erased somebody without an account: ${addresses} addresses, ${contacts} messages to the shop, and what stood beside ${orders} orders. What the ledger says of the orders stays.`;
  } catch (error) {
    throw asWrongUse(error);
  } finally {
    await db.destroy();
  }
}

function asWrongUse(error: unknown): unknown {
  return error instanceof DomainError ? new StartError(error.message, { exitCode: 2 }) : error;
}

async function eraseNumber(ownerUrl: string, id: number, listFile: string): Promise<string> {
  const pool = connectPool(ownerUrl, { ...patient, poolSize: 2, applicationName: "portal-erase" });
  const db = databaseOn(pool);
  const ledger = createLedger({
    ...{ pool, catalogue: ledgerCatalogue, projector: createInlineProjector() },
  });
  const command = {
    ...{ commandId: randomUUID(), request: { action: "erase", id }, occurredAt: now() },
    metadata: { source: "console", correlationId: `erase-${id}` },
  };
  try {
    const erased = await erase({ db, ledger, now }, command, id, async (tx) => {
      await tx
        .insertInto("audit_entry")
        .values({ at: now(), subject_id: id, action: "account.erased" })
        .execute();
    });
    await completeErasedList(db, listFile);
    const { addresses, sessions, orders } = erased;
    return `Erased account ${id}: ${addresses} addresses, ${sessions} sessions, and the notes of ${orders} orders. What the ledger says of the number stays.`;
  } catch (error) {
    throw asWrongUse(error);
  } finally {
    await ledger.close();
    await db.destroy();
  }
}

function now(): string {
  return new Date().toISOString();
}
