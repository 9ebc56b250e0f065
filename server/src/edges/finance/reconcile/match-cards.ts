import { addDays, dayOf, daysThrough, isWithinDays } from "@portal/shared/platform/calendar.ts";
import { eftPrefix } from "@portal/shared/platform/constants.ts";
import { type Currency, formatMoney } from "@portal/shared/platform/money.ts";
import { isCardException } from "@portal/shared/sales/card-match.ts";
import {
  type BankStatement,
  readBankStatement,
} from "../../../gateways/bank-files/bank-statement.ts";
import { coveredDays, readCardSettlement } from "../../../gateways/bank-files/card-settlement.ts";
import type { SettlementLine } from "../../../gateways/bank-files/settlement-line.ts";
import { readOnly } from "../../../platform/db/database.ts";
import {
  findFirstNotification,
  findNotifications,
  findStoredDeposits,
  listCardPayments,
  listCardRefunds,
  listSettlement,
} from "../../../sales/card-settlements/card-match-facts.queries.ts";
import { isOpenDeposit, withAccepted } from "../../../sales/card-settlements/card-match.queries.ts";
import {
  type CardMatch,
  matchCards,
  type MatchedDeposit,
  type MatchedPayment,
  type SettledLine,
} from "../../../sales/card-settlements/card-match.rules.ts";
import {
  type CardMatchSummary,
  summaryOf,
} from "../../../sales/card-settlements/card-match-sums.rules.ts";
import { recogniseSettlement } from "../../../sales/card-settlements/known-settlement-lines.rules.ts";
import { daysOver } from "../../../sales/bank-lines/statement-days.rules.ts";
import { settlementKindOf } from "../../../sales/card-settlements/settlement-kind.rules.ts";
import { dayOrderOf, daysOption, noteOpenDay, readStatement } from "../cli/arguments.ts";
import { type CommandResult, type FinanceCommand, type Session, WrongUse } from "../cli/command.ts";

type CardMatchDocument = Readonly<{
  from: string;
  to: string;
  summary: CardMatchSummary;
  /** Payments that do not match; those that wait for another file are not exceptions. */
  exceptions: CardMatch["payments"];
  deposits: Awaited<ReturnType<typeof withAccepted>>;
}>;

export const matchCardsCommand: FinanceCommand = {
  name: "match-cards",
  summary:
    "Compare card payments in four places: orders, notifications, settlement file and bank deposits",
  options: [
    { flags: "--payfast <csv>", description: "the card provider's transaction history" },
    {
      flags: "--bank <file>",
      description: "the bank statement with its payouts; without it, the stored ones",
    },
    daysOption,
  ],
  async prepare({ options: { payfast, bank, days } }) {
    if (payfast === undefined)
      throw new WrongUse("Name the settlement file: match-cards --payfast CSV [--bank CSV].");
    const order = dayOrderOf(days);
    const settledLines = await readStatement(payfast, readCardSettlement);
    const bankLines =
      bank === undefined ? () => null : await readStatement(bank, readBankStatement, order);
    return (session) => {
      const settlement = settledLines(session.region).map((line) => ({
        ...line,
        id: line.line,
        kind: settlementKindOf(line.type, line.gross),
        bookedFee: null,
        explained: null,
      }));
      const statements = bankLines(session.region);
      const open = statements?.find(({ openDay }) => openDay !== null);
      noteOpenDay(session, bank ?? "", open?.openDay ?? null);
      return match(session, settlement, statements);
    };
  },
};

type FileLine = SettledLine & SettlementLine;

async function match(
  { db, region }: Session,
  file: readonly FileLine[],
  bankFile: readonly BankStatement[] | null,
): Promise<CommandResult> {
  const { timeZone } = region;
  const today = dayOf(new Date().toISOString(), timeZone);
  const { from, to } = coveredDays(file);
  const fileDays = daysThrough({ from, to });
  const settledDays = daysOver({ from, to }, today);
  const isSettledDay = (day: string): boolean => isWithinDays(day, settledDays);
  const paidIds = file.flatMap(({ paymentId }) => paymentId ?? []);
  const read = readOnly(db);
  const bank = bankFile
    ? {
        deposits: bankFile.flatMap(({ lines }) => lines),
        bankKnownUntil: lastDayOver(bankFile, today),
      }
    : await findStoredDeposits(read, file, { days: fileDays, timeZone });
  const settlement = withBooked(file, await listSettlement(read, fileDays));
  const payments = await listCardPayments(read, { days: fileDays, timeZone, paidIds });
  const ids = [...paidIds, ...payments.map(({ paymentId }) => paymentId)];
  const matched = matchCards({
    payments,
    refunds: await listCardRefunds(read, { days: fileDays, timeZone, settlement, payments }),
    settlement,
    isSettledDay,
    notifications: await findNotifications(read, ids),
    notifiedSince: await findFirstNotification(read, timeZone),
    ...bank,
  });
  // The days around those of the file are searched for matches, but not reported as missing.
  const rows = matched.payments.filter(({ day, settlement: line }) => line || isSettledDay(day));
  const document: CardMatchDocument = {
    from,
    to,
    summary: summaryOf(rows, settlement),
    exceptions: rows.filter(({ state }) => isCardException(state)),
    deposits: await withAccepted(read, matched.deposits),
  };
  const isFine = document.exceptions.length === 0 && !document.deposits.some(isOpenDeposit);
  return {
    exitCode: isFine ? 0 : 1,
    document,
    text: cardMatchText(document, region.currency),
  };
}

function lastDayOver(statements: readonly BankStatement[], today: string): string | null {
  const untils = statements.map(({ days }) => daysOver(days, today).until).toSorted();
  const until = untils.at(-1);
  return until === undefined ? null : addDays(until, -1);
}

function cardMatchText(
  { from, to, summary, exceptions, deposits }: CardMatchDocument,
  currency: Currency,
): string {
  const money = (amount: number): string => formatMoney(amount, currency);
  const { counts, received, fees, refunded, other, paidOut, left } = summary;
  return [
    `Card payments from ${from} to ${to}: ${counts.matched} matched, ${exceptions.length} exceptions`,
    `Received ${money(received)}, fees ${money(fees)}, refunded ${money(refunded)}, other ${money(other)}, paid out ${money(paidOut)}; ${money(left)} from this period is still with the provider`,
    ...exceptions.map((payment) => `  ${exceptionText(payment, money)}`),
    ...deposits.map((deposit) => `  ${depositText(deposit, money)}`),
  ].join("\n");
}

type Money = (amount: number) => string;

function exceptionText(payment: MatchedPayment, money: Money): string {
  const { kind, type, state, orderNumber, paymentId, day, ledger, settlement } = payment;
  const order = orderNumber === null ? "no order" : `${eftPrefix}${orderNumber}`;
  const what = kind === "refund" ? "refund or chargeback" : "payment";
  const about = `${order}, ${what} ${paymentId ?? "without a number"} of ${day}`;
  switch (state) {
    case "missing-in-ledger":
      return `missing in the ledger: ${about}, ${money(settlement?.amount ?? 0)}`;
    case "missing-in-settlement":
      return `missing in the settlement: ${about}, ${money(ledger?.amount ?? 0)}`;
    case "amount-differs":
      return `amount differs: ${about}: ${money(ledger?.amount ?? 0)} in the ledger, ${money(settlement?.amount ?? 0)} in the settlement`;
    case "fee-differs":
      return `fee differs: ${about}: ${money(ledger?.fee ?? 0)} notified, ${money(settlement?.fee ?? 0)} taken`;
    case "no-notification":
      return `no notification: ${about}`;
    case "unknown-type":
      return `to explain, type ${JSON.stringify(type)}: ${about}, ${money(settlement?.amount ?? 0)}`;
    case "waiting":
    case "matched":
      return about;
  }
}

function depositText(deposit: CardMatchDocument["deposits"][number], money: Money): string {
  const text = textOfDeposit(deposit, money);
  return deposit.accepted ? `${text}, accepted by ${deposit.accepted.byName}` : text;
}

function textOfDeposit(deposit: MatchedDeposit, money: Money): string {
  const { state, amount, payoutDay, bankDay } = deposit;
  switch (state) {
    case "matched":
      return `payout of ${payoutDay}, ${money(amount)}: on the account on ${bankDay}`;
    case "missing-in-bank":
      return `payout of ${payoutDay}, ${money(amount)}: missing on the bank statement`;
    case "waiting":
      return `payout of ${payoutDay}, ${money(amount)}: not yet on a bank statement`;
    case "missing-in-settlement":
      return `deposit of ${bankDay}, ${money(amount)}: no matching payout`;
  }
}

/** A fee is booked for a stored line. */
function withBooked(
  file: readonly FileLine[],
  stored: Awaited<ReturnType<typeof listSettlement>>,
): readonly SettledLine[] {
  const known = recogniseSettlement(file, stored);
  return file.map((line, at) => ({
    ...line,
    bookedFee: known[at]?.bookedFee ?? null,
    explained: known[at]?.explained ?? null,
  }));
}
