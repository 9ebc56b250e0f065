import type { Region } from "@portal/shared/platform/region.ts";
import { sql } from "kysely";
import { z } from "zod";
import { connectPool, patient } from "../../platform/db/connect.ts";
import { copyTransaction } from "../../platform/db/copy-transaction.ts";
import type { Tx } from "../../platform/db/database.ts";
import { importHistoryIn, lockLedger } from "../finance/import-history.ts";
import type { NumberedLine } from "../finance/ndjson-lines.ts";
import type { FileStore } from "../../platform/files/file-store.ts";
import { argon2Passwords } from "../../gateways/passwords/argon2-passwords.ts";
import { StartError } from "../../platform/start-error.ts";
import { closeDemoMonths } from "./demo-closing.ts";
import { type DemoAccount, demoPassword, listDemoAccounts } from "./demo-accounts.ts";
import { insertDemoQuestions } from "./demo-entry-questions.ts";
import { createDemoHistory, type DemoHistory } from "./demo-history.ts";
import { demoIds } from "./demo-people.ts";
import { insertDemoMedia } from "./demo-media.ts";
import { insertDemoPictures } from "./demo-pictures.ts";
import { insertDemoRows } from "./demo-rows.ts";
import { insertDemoSettlement } from "./demo-settlement.ts";

export type SeededDemo = Readonly<{
  accounts: readonly DemoAccount[];
  members: number;
  orders: number;
  events: number;
}>;

/**
 * Fills an empty database with a year of a made-up business that ends before `until`, through the
 * ledger's own import: all of it or nothing. `ownerUrl` signs in as whoever owns the tables, because
 * rows with ids of their own have to move the counters of those tables on. Pictures are drawn where
 * there are `files` to keep them in. The business is a South African one: elsewhere its people and its
 * products are there, at a tenth of the figures, and nothing was sold yet.
 *
 * @throws StartError for a database that has an event or an account
 */
export async function seedDemo({
  ownerUrl,
  until,
  files,
  region = "za",
}: DemoWanted): Promise<SeededDemo> {
  const whole = createDemoHistory(until);
  const history = region === "za" ? whole : beforeFirstOrder(whole);
  const passwordHash = await argon2Passwords().hash(demoPassword);
  const pool = connectPool(ownerUrl, { ...patient, poolSize: 1, applicationName: "portal-seed" });
  try {
    const events = await copyTransaction(pool, async (tx, client) => {
      await lockLedger(tx);
      await requireEmpty(tx);
      await insertDemoRows(tx, history, passwordHash);
      await moveCountersOn(tx);
      const uploaded = { by: demoIds.admin, at: `${until}T00:00:00.000Z` };
      if (files) {
        await insertDemoPictures(tx, files, uploaded);
        await insertDemoMedia(tx, files, uploaded);
      }
      const { imported } = await importHistoryIn(tx, client, numbered(history.lines));
      if (history !== whole) {
        await sql`update product set price = price / 10, original_price = original_price / 10`.execute(
          tx,
        );
        return imported;
      }
      await insertDemoQuestions(tx, until);
      await insertDemoSettlement(tx, { until, adminId: demoIds.admin });
      return imported;
    });
    const counts = { members: whole.books.members.all.size, orders: history.placed.length };
    if (history !== whole) return { accounts: listDemoAccounts(), ...counts, events };
    await closeDemoMonths(pool, until);
    // With the one that closed the older months.
    return { accounts: listDemoAccounts(), ...counts, events: events + 1 };
  } finally {
    await pool.end();
  }
}

type DemoWanted = Readonly<{
  ownerUrl: string;
  until: string;
  files?: FileStore;
  region?: Region;
}>;

/** The people and the network, whose facts name no currency; recipients are South Africans. */
function beforeFirstOrder(history: DemoHistory): DemoHistory {
  const lines = history.lines.filter((line) => streamSchema.parse(JSON.parse(line)).isOfNetwork);
  return { ...history, lines, addresses: [], placed: [] };
}

const streamSchema = z
  .object({ streamId: z.string() })
  .transform(({ streamId }) => ({ isOfNetwork: streamId === "network" }));

async function requireEmpty(tx: Tx): Promise<void> {
  const { rows } = await sql<{ events: number; accounts: number }>`
    select (select position from public.ledger_head) as events,
      (select count(*) from public.account) as accounts`.execute(tx);
  const { events = 0, accounts = 0 } = rows[0] ?? {};
  if (events === 0 && accounts === 0) return;
  throw new StartError(
    `The demo data go into an empty database only; this one has ${events} events and ${accounts} accounts.`,
    { exitCode: 2 },
  );
}

async function moveCountersOn(tx: Tx): Promise<void> {
  for (const table of ["product", "account", "address"])
    await sql`
      select setval(pg_get_serial_sequence(${table}, 'id'), (select max(id) from ${sql.table(table)}))
    `.execute(tx);
}

async function* numbered(lines: readonly string[]): AsyncGenerator<readonly NumberedLine[]> {
  yield lines.map((text, index) => ({ number: index + 1, text }));
}
