import { monthSteps } from "@portal/shared/money/statements.ts";
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
import { createLedger, type Ledger } from "../../platform/ledger/ledger.ts";
import { readHead } from "../../platform/ledger/read-events.ts";
import { ledgerCatalogue } from "../../projections/ledger-catalogue.ts";
import { createInlineProjector } from "../../projections/live/inline-projector.ts";
import {
  listCardPayments,
  listCardRefunds,
} from "../../sales/card-settlements/card-match-facts.queries.ts";
import type { LedgerPayment, LedgerRefund } from "../../sales/card-settlements/card-match.rules.ts";
import {
  insertSettlement,
  type NewSettlementLine,
} from "../../sales/card-settlements/settlement.actions.ts";
import { requireEmpty } from "../backup/empty-target.ts";
import { importHistoryIn, lockLedger } from "../finance/import/import.ts";
import type { NumberedLine } from "../finance/import/import-lines.ts";
import { insertDemoBatches } from "./demo-batches.ts";
import { settledDays } from "./demo-card-payouts.ts";
import { fillOfficeWork } from "./demo-office-work.ts";
import { insertDemoNotifications } from "./demo-notifications.ts";
import { demoIds, demoPassword, listDemoAccounts } from "./demo-people.ts";
import { insertDemoQuestions, insertDemoRows } from "./demo-rows.ts";
import { createDemoHistory, type DemoHistory } from "./demo-history.ts";
import { insertDemoMedia, insertDemoPictures } from "./demo-media.ts";
import { beginDemo, endDemo } from "./unfinished-demo.ts";

/**
 * Fills an empty database with a year of a fictitious business that ends before `until`, through the ledger's import, in one
 * transaction, and then with what its office did, by commands (unfinished-demo.ts). `ownerUrl` connects as the owner of the tables, because inserting explicit ids requires advancing their
 * sequences. With `files`, pictures and videos are stored as well. The business is South African: in other regions only its
 * people, network and products are inserted, at a tenth of the prices and without orders.
 *
 * @throws StartError for a database that has an event or an account
 */
export async function seedDemo({
  ownerUrl,
  until,
  files,
  region = "za",
}: Readonly<{ ownerUrl: string; until: string; files?: FileStore; region?: Region }>) {
  const whole = createDemoHistory(until);
  const history = region === "za" ? whole : beforeFirstOrder(whole);
  const passwordHash = await argon2Passwords().hash(demoPassword);
  const pool = connectPool(ownerUrl, { ...patient, poolSize: 1, applicationName: "portal-seed" });
  try {
    const events = await copyTransaction(pool, async (tx, client) => {
      await lockLedger(tx);
      await requireEmpty(tx, "Demo data needs an empty database.");
      await beginDemo(tx, until);
      await insertDemoRows(tx, history, passwordHash);
      await advanceSequences(tx);
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
      await insertDemoBatches(tx, history.batches, until);
      await insertDemoNotifications(tx);
      return imported;
    });
    const counts = { members: whole.projections.members.all.size, orders: history.placed.length };
    if (history !== whole) {
      await endDemo(pool);
      return { accounts: listDemoAccounts(), ...counts, events };
    }
    const ledger = createLedger({
      pool,
      catalogue: ledgerCatalogue,
      projector: createInlineProjector(),
    });
    try {
      await closeDemoMonths(pool, ledger, until);
      await fillOfficeWork(pool, ledger, until);
    } finally {
      await ledger.close();
    }
    await endDemo(pool);
    // Including the closing of the older months, and what the office booked.
    const recorded = await readHead(readOnly(databaseOn(pool)));
    return { accounts: listDemoAccounts(), ...counts, events: recorded };
  } finally {
    await pool.end();
  }
}

/** Only the people and the network: their events have no currency. The recipients are South African addresses. */
function beforeFirstOrder(history: DemoHistory): DemoHistory {
  const lines = history.lines.filter(
    (line) => streamSchema.parse(JSON.parse(line)).streamId === "network",
  );
  return { ...history, lines, addresses: [], placed: [] };
}

const streamSchema = z.object({ streamId: z.string() });

async function advanceSequences(tx: Tx): Promise<void> {
  for (const table of ["product", "account", "address"])
    await sql`
      select setval(pg_get_serial_sequence(${table}, 'id'), (select max(id) from ${sql.table(table)}))
    `.execute(tx);
}

async function* numberedLines(lines: readonly string[]): AsyncGenerator<readonly NumberedLine[]> {
  yield lines.map((text, index) => ({ number: index + 1, text }));
}

/** The number of past months that stay open, for trying to close one. */
const openMonths = 2;

async function closeDemoMonths(pool: pg.Pool, ledger: Ledger, until: string): Promise<void> {
  let month = until.slice(0, 7);
  for (let count = 0; count <= openMonths; count++) month = previousMonth(month);
  const command = {
    commandId: randomUUID(),
    request: { action: "demo.close", month },
    metadata: { source: "demo" },
    occurredAt: `${until}T00:00:00.000Z`,
  };
  await closeProjections({ db: databaseOn(pool), ledger, region: "za" }, command, {
    month,
    accepts: monthSteps,
  });
}

const timeZone = "Africa/Johannesburg";
const extraFee = 150;

/**
 * Five weeks of the card provider's settlement, with a weekly payout that reaches the bank account two days later, and three
 * exceptions for the office to examine.
 */
async function insertDemoSettlement(
  tx: Tx,
  { until, adminId }: Readonly<{ until: string; adminId: number }>,
): Promise<void> {
  const { from: fromDay, to: toDay } = settledDays(until);
  const days = daysThrough({ from: fromDay, to: toDay });
  const around = await listCardPayments(readOnly(tx), { days, timeZone, paidIds: [] });
  const payments = around.filter(({ day }) => isWithinDays(day, days));
  const back = await listCardRefunds(readOnly(tx), { days, timeZone, settlement: [], payments });
  const refunded = back.filter(({ day }) => isWithinDays(day, days)).map(refundedAs);
  const settled = [...payments.flatMap(settledAs), ...refunded];
  const payouts = [0, 1, 2, 3, 4].map((week) => {
    const [first, last] = [addDays(fromDay, week * 7), addDays(fromDay, week * 7 + 6)];
    const ofWeek = settled.filter(({ day }) => day >= first && day <= last);
    return aLine({
      day: last,
      type: "PAYOUT",
      gross: 0 - ofWeek.reduce((sum, { net }) => sum + net, 0),
    });
  });
  const lines = [...settled, ...payouts].toSorted((one, other) => (one.day < other.day ? -1 : 1));
  const file = { name: "payfast-settlement.csv", from_day: fromDay, to_day: toDay };
  const uploaded = { uploaded_by: adminId, uploaded_at: `${addDays(toDay, 2)}T08:00:00.000Z` };
  const numbered = lines.map((line, at) => ({ ...line, line: at + 2 }));
  await insertSettlement(tx, { ...file, ...uploaded }, numbered);
}

/** One payment is missing, one has another fee, and one appears again with a payment id that no order has. */
function settledAs(payment: LedgerPayment, at: number): NewSettlementLine[] {
  const { day, paymentId, orderId, amount, fee } = payment;
  const line = { day, type: "FUNDS_RECEIVED", paymentId, orderId, gross: amount };
  if (at === 3) return [];
  if (at === 5) return [aLine({ ...line, fee: fee + extraFee })];
  if (at === 8) return [aLine({ ...line, fee }), aLine({ ...line, fee, paymentId: "1999999" })];
  return [aLine({ ...line, fee })];
}

/** Without a fee given back. */
function refundedAs({ day, orderId, amount }: LedgerRefund): NewSettlementLine {
  return aLine({ day, type: "FUNDS_RECEIVED_REVERSAL", orderId, gross: 0 - amount });
}

function aLine(
  facts: Pick<NewSettlementLine, "day" | "type" | "gross"> & Partial<NewSettlementLine>,
): NewSettlementLine {
  const { gross, fee = 0 } = facts;
  const key = `demo ${facts.day} ${facts.type} ${facts.paymentId ?? ""} ${gross}`;
  return {
    line: 0,
    transactionId: null,
    writtenDay: facts.day,
    paymentId: null,
    orderId: null,
    orderNumber: null,
    fee,
    net: gross - fee,
    fingerprint: createHash("sha256").update(key).digest("hex"),
    ...facts,
  };
}
