import { addDays } from "@portal/shared/platform/calendar.ts";
import { eftPrefix } from "@portal/shared/platform/constants.ts";
import { decimalText } from "@portal/shared/platform/money.ts";
import { sql } from "kysely";
import { takeStatement } from "../../money/payouts/payout-proof.actions.ts";
import type { SignedInUser } from "../../platform/access/signed-in.ts";
import { readOnly } from "../../platform/db/database.ts";
import { addBankRule } from "../../sales/bank-debits/bank-debit.actions.ts";
import { listUnprovedRefunds } from "../../sales/bank-debits/bank-debit.queries.ts";
import { ignoreBankLine, type IgnoreContext } from "../../sales/bank-lines/bank-line.actions.ts";
import type { UploadContext } from "../../sales/bank-lines/upload-statement.actions.ts";

const account = "62000000000";
/** As far back as the first payout of the stored settlement. */
const days = 36;
/** What is left to be matched stays below the limit of one admin. */
const matchedBelow = 1_000_000;

type Line = Readonly<{ day: string; amount: number; words: string; reference: string }>;

/**
 * The bank's file of the last days before `until`: it has what was recorded as paid by transfer, what is still to be matched, the
 * payouts and refunds, and what else left the account.
 */
export async function uploadDemoStatement(
  context: UploadContext & IgnoreContext,
  user: SignedInUser,
  until: string,
): Promise<void> {
  const range = { from: addDays(until, 0 - days), to: addDays(until, -1) };
  const recorded = await listTransfers(context, range);
  const cardPayouts = await listCardPayouts(context);
  const lines = [
    ...recorded,
    ...(await listUnmatched(context, range.to)),
    ...cardPayouts,
    ...(await listPayouts(context, range)),
    ...(await listRefunds(context, range)),
    ...otherDebits(range.to),
  ];
  for (const rule of [
    { way: "out", contains: "ACCOUNT FEE", kind: "bank-fee" },
    { way: "out", contains: "DEMO COURIERS", kind: "courier" },
    { way: "in", contains: "PAYFAST", kind: "card-payout" },
  ] as const)
    await addBankRule(context, user, { commandId: ruleId, ...rule });
  const text = statementText(lines.toSorted((one, other) => (one.day < other.day ? -1 : 1)));
  await takeStatement(context, user, { name: `statement-${range.to}.csv`, text });
  await useRecorded(context, user, recorded);
  // The last one is left to be booked.
  await bookCardPayouts(context, user, cardPayouts.slice(0, -1));
}

/** Rules are told apart by their words. */
const ruleId = "de300000-0000-4000-8000-000000000003";

type Range = Readonly<{ from: string; to: string }>;

async function listTransfers({ db }: UploadContext, { from, to }: Range): Promise<Line[]> {
  const { rows } = await sql<{ day: string; amount: number; orderNumber: number }>`
    select to_char(payment.received_at at time zone 'Africa/Johannesburg', 'YYYY-MM-DD') as day,
      payment.amount, state.order_number as "orderNumber"
    from projection.order_payment payment join projection.order_state state using (order_id)
    where payment.method = 'eft'
      and (payment.received_at at time zone 'Africa/Johannesburg')::date between ${from} and ${to}
    order by payment.position`.execute(db);
  return rows.map(({ day, amount, orderNumber }) => ({
    day,
    amount,
    words: "FNB APP PAYMENT FROM",
    reference: `${eftPrefix}${orderNumber}`,
  }));
}

/** One transfer pays its order exactly, one is ten rand short, and one names no order. */
async function listUnmatched({ db }: UploadContext, day: string): Promise<Line[]> {
  const orders = await db
    .selectFrom("projection.order_state")
    .select(["order_number as number", "total"])
    .where("state", "=", "placed")
    .where("received", "=", 0)
    .where("total", "<", matchedBelow)
    .orderBy("placed_at")
    .limit(3)
    .execute();
  const words = "FNB APP PAYMENT FROM";
  return orders.map(({ number, total }, at) => {
    if (at === 2) return { day, amount: total, words: "CASH DEPOSIT", reference: "THANK YOU" };
    return {
      day,
      amount: at === 0 ? total : total - 1000,
      words,
      reference: `${eftPrefix}${number}`,
    };
  });
}

/** Each two days after it left the provider. */
async function listCardPayouts({ db }: UploadContext): Promise<Line[]> {
  const payouts = await db
    .selectFrom("settlement_line")
    .select(["net", "day"])
    .where("type", "=", "PAYOUT")
    .orderBy("day")
    .execute();
  const words = "PAYFAST PAYOUT";
  return payouts.map(({ net, day }) => ({
    day: addDays(day, 2),
    amount: 0 - net,
    words,
    reference: "",
  }));
}

async function listPayouts({ db }: UploadContext, { from, to }: Range): Promise<Line[]> {
  const rows = await db
    .selectFrom("payout_batch_item as item")
    .innerJoin("payout_batch as batch", "batch.id", "item.batch_id")
    .select(["batch.pay_on as day", "item.amount", "item.reference"])
    .where("item.state", "=", "paid")
    .where("batch.pay_on", ">=", from)
    .where("batch.pay_on", "<=", to)
    .orderBy("item.batch_id")
    .execute();
  return rows.map(({ day, amount, reference }) => ({
    day,
    amount: 0 - amount,
    words: "INTERNET PMT TO",
    reference,
  }));
}

async function listRefunds({ db }: UploadContext, { from, to }: Range): Promise<Line[]> {
  const refunds = await listUnprovedRefunds(readOnly(db), {
    timeZone: "Africa/Johannesburg",
    currency: "ZAR",
  });
  return refunds
    .filter(({ day }) => day >= from && day <= to)
    .map(({ day, amount, orderNumber }) => ({
      day,
      amount: 0 - amount,
      words: "INTERNET PMT TO",
      reference: `REFUND ${eftPrefix}${orderNumber}`,
    }));
}

/** The rules know the first two. */
function otherDebits(day: string): Line[] {
  return [
    { day, amount: -9_500, words: "BUSINESS ACCOUNT FEE", reference: "" },
    { day, amount: -345_600, words: "INTERNET PMT TO", reference: "DEMO COURIERS" },
    { day, amount: -68_990, words: "CARD PURCHASE", reference: "PACKAGING SUPPLIES" },
    { day, amount: -500_000, words: "TRANSFER TO", reference: "SAVINGS POCKET" },
  ];
}

const openingBalance = 18_450_000;

/** As the bank writes it: the newest first, with the balance after each. */
function statementText(lines: readonly Line[]): string {
  let balance = openingBalance;
  const rows = lines.map(({ day, amount, words, reference }) => {
    balance += amount;
    const cells = [day.replaceAll("-", "/"), "0.00", signed(amount), words, reference];
    return `${cells.join(",")},${signed(balance)},`;
  });
  const names = "Date,SERVICE FEE,Amount,DESCRIPTION,REFERENCE,Balance,CHEQUE NUMBER";
  const head = ["ACCOUNT TRANSACTION HISTORY", `FOR ACCOUNT NUMBER ${account}`, "", names];
  return [...head, ...rows.toReversed(), ""].join("\n");
}

function signed(amount: number): string {
  return amount < 0 ? `-${decimalText(0 - amount)}` : decimalText(amount);
}

/** The history has recorded these payments without the file. */
async function useRecorded(
  { db, now }: UploadContext,
  user: SignedInUser,
  recorded: readonly Line[],
): Promise<void> {
  for (const { day, amount, reference } of recorded) {
    const orderNumber = Number(reference.slice(eftPrefix.length));
    const line = await db
      .updateTable("bank_line")
      .set({ state: "applied", decided_at: now(), decided_by: user.id })
      .where("booked_on", "=", day)
      .where("amount", "=", amount)
      .where("state", "=", "open")
      .where((row) => row(row.val(orderNumber), "=", row.fn.any("named_orders")))
      .returning("id")
      .executeTakeFirstOrThrow();
    await db
      .insertInto("bank_line_use")
      .values({ line_id: line.id, order_number: orderNumber, amount })
      .execute();
  }
}

async function bookCardPayouts(
  context: IgnoreContext,
  user: SignedInUser,
  payouts: readonly Line[],
): Promise<void> {
  for (const { day, amount } of payouts) {
    const { id: lineId } = await context.db
      .selectFrom("bank_line")
      .select("id")
      .where("booked_on", "=", day)
      .where("amount", "=", amount)
      .where("state", "=", "open")
      .executeTakeFirstOrThrow();
    const ignored = { lineId, kind: "card-payout", reason: "Payout" } as const;
    await ignoreBankLine(context, user, { commandId: context.newId(), ...ignored });
  }
}
