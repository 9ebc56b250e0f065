import { createHash, randomUUID } from "node:crypto";
import {
  addDays,
  daysThrough,
  isWithinDays,
  previousMonth,
} from "@portal/shared/platform/calendar.ts";
import type { Region } from "@portal/shared/platform/region.ts";
import { sql } from "kysely";
import type pg from "pg";
import { z } from "zod";
import { argon2Passwords } from "../../gateways/passwords/passwords.ts";
import { closeProjections } from "../../money/statements/closing.actions.ts";
import { connectPool, copyTransaction, databaseOn, patient } from "../../platform/db/connect.ts";
import { readOnly, type Tx } from "../../platform/db/database.ts";
import type { FileStore } from "../../platform/files/file-store.ts";
import { createLedger } from "../../platform/ledger/ledger.ts";
import { StartError } from "../../platform/start-error.ts";
import { ledgerCatalogue } from "../../projections/ledger-catalogue.ts";
import { createInlineProjector } from "../../projections/live/inline-projector.ts";
import { listCardPayments } from "../../sales/card-settlements/card-match.queries.ts";
import type { LedgerPayment } from "../../sales/card-settlements/card-match.rules.ts";
import {
  insertSettlement,
  type NewSettlementLine,
} from "../../sales/card-settlements/settlement.actions.ts";
import { importHistoryIn, lockLedger } from "../finance/import/import.ts";
import type { NumberedLine } from "../finance/import/import-lines.ts";
import { type DemoAccount, demoIds, demoPassword, listDemoAccounts } from "./demo-people.ts";
import { insertDemoQuestions, insertDemoRows } from "./demo-rows.ts";
import { createDemoHistory, type DemoHistory } from "./demo-history.ts";
import { insertDemoMedia, insertDemoPictures } from "./demo-media.ts";

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
      const { imported } = await importHistoryIn(tx, client, numberedLines(history.lines));
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
    const counts = { members: whole.projections.members.all.size, orders: history.placed.length };
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
    `Demo data needs an empty database. This one has ${events} events and ${accounts} accounts.`,
    { exitCode: 2 },
  );
}

async function moveCountersOn(tx: Tx): Promise<void> {
  for (const table of ["product", "account", "address"])
    await sql`
      select setval(pg_get_serial_sequence(${table}, 'id'), (select max(id) from ${sql.table(table)}))
    `.execute(tx);
}

async function* numberedLines(lines: readonly string[]): AsyncGenerator<readonly NumberedLine[]> {
  yield lines.map((text, index) => ({ number: index + 1, text }));
}

/** So many months that are over stay open, for whoever wants to close one. */
const openMonths = 2;

/** Closes the demo's older months, as an office does that is a little behind. */
async function closeDemoMonths(pool: pg.Pool, until: string): Promise<void> {
  let month = until.slice(0, 7);
  for (let count = 0; count <= openMonths; count++) month = previousMonth(month);
  const ledger = createLedger({
    pool,
    catalogue: ledgerCatalogue,
    projector: createInlineProjector(),
  });
  try {
    const command = {
      commandId: randomUUID(),
      request: { action: "demo.close", month },
      metadata: { source: "demo" },
      occurredAt: `${until}T00:00:00.000Z`,
    };
    await closeProjections({ db: databaseOn(pool), ledger, region: "za" }, command, month);
  } finally {
    await ledger.close();
  }
}

const timeZone = "Africa/Johannesburg";
const extraFee = 150;

/**
 * Four weeks of the card provider's settlement, with a payout a week that is on the bank account two
 * days later, and three lines that the office has to look into.
 */
async function insertDemoSettlement(
  tx: Tx,
  { until, adminId }: Readonly<{ until: string; adminId: number }>,
): Promise<void> {
  const [fromDay, toDay] = [addDays(until, -35), addDays(until, -8)];
  const days = daysThrough({ from: fromDay, to: toDay });
  const around = await listCardPayments(readOnly(tx), {
    days,
    timeZone,
    paidIds: [],
  });
  const payments = around.filter(({ day }) => isWithinDays(day, days));
  const settled = payments.flatMap((payment, at) => settledAs(payment, at));
  const payouts = [0, 1, 2, 3].map((week) => {
    const [first, last] = [addDays(fromDay, week * 7), addDays(fromDay, week * 7 + 6)];
    const ofWeek = settled.filter(({ day }) => day >= first && day <= last);
    return aLine({
      day: last,
      kind: "payout",
      gross: 0 - ofWeek.reduce((sum, { net }) => sum + net, 0),
    });
  });
  const lines = [...settled, ...payouts].toSorted((one, other) => (one.day < other.day ? -1 : 1));
  const file = { name: "payfast-settlement.csv", fromDay, toDay };
  const uploaded = { uploadedBy: adminId, uploadedAt: `${addDays(toDay, 2)}T08:00:00.000Z` };
  const numbered = lines.map((line, at) => ({ ...line, line: at + 2 }));
  await insertSettlement(tx, { ...file, ...uploaded }, numbered);
  await insertPayoutsOnBank(tx, payouts, adminId);
}

/** One is missing, one has another fee, one came twice under a number that no order has. */
function settledAs(payment: LedgerPayment, at: number): NewSettlementLine[] {
  const { day, paymentId, orderId, amount, fee } = payment;
  const line = { day, kind: "payment", paymentId, orderId, gross: amount } as const;
  if (at === 3) return [];
  if (at === 5) return [aLine({ ...line, fee: fee + extraFee })];
  if (at === 8) return [aLine({ ...line, fee }), aLine({ ...line, fee, paymentId: "1999999" })];
  return [aLine({ ...line, fee })];
}

function aLine(
  facts: Pick<NewSettlementLine, "day" | "kind" | "gross"> & Partial<NewSettlementLine>,
): NewSettlementLine {
  const { gross, fee = 0 } = facts;
  const key = `demo ${facts.day} ${facts.kind} ${facts.paymentId ?? ""} ${gross}`;
  return {
    line: 0,
    paymentId: null,
    orderId: null,
    orderNumber: null,
    fee,
    type: facts.kind === "payout" ? "PAYOUT" : "FUNDS_RECEIVED",
    net: gross - fee,
    fingerprint: createHash("sha256").update(key).digest("hex"),
    ...facts,
  };
}

/** All but the last, which no statement tells of yet; they pay no order, so they are put aside. */
async function insertPayoutsOnBank(
  tx: Tx,
  payouts: readonly NewSettlementLine[],
  adminId: number,
): Promise<void> {
  const rows = payouts.slice(0, -1).map(({ day, net, fingerprint }) => {
    const booked = addDays(day, 2);
    return {
      fingerprint,
      account: "62000000000",
      booked_on: booked,
      amount: 0 - net,
      description: "PAYFAST PAYOUT",
      file_name: "bank.csv",
      uploaded_by: adminId,
      state: "ignored" as const,
      reason: "Payout of the card provider",
      decided_at: `${booked}T09:00:00.000Z`,
      decided_by: adminId,
    };
  });
  await tx.insertInto("bank_line").values(rows).execute();
}
