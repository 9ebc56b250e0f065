import { dayOf, type Day } from "@portal/shared/platform/calendar.ts";
import { decimalText } from "@portal/shared/platform/money.ts";
import type { Region } from "@portal/shared/platform/region.ts";
import { orderReference } from "@portal/shared/platform/order-reference.ts";
import {
  type BankReconciliation,
  reconcileBank,
  type UnbookedLine,
  type UnseenEntry,
} from "../../../money/books/bank-reconciliation.rules.ts";
import { reconcileCards } from "../../../money/books/card-reconciliation.rules.ts";
import { readBank, readCards } from "../../../projections/books/accounts-outside.ts";
import { requireDay } from "../cli/arguments.ts";
import type { CommandResult, FinanceCommand, Session } from "../cli/command.ts";
import { type Column, textTable } from "../cli/text-table.ts";
import { orReplayFailure } from "../ledger/rebuild.ts";

const dayOption = { flags: "--as-of <yyyy-mm-dd>", description: "the day (default: today)" };

export const bankCommand: FinanceCommand = {
  name: "bank",
  summary:
    "The account Bank beside the stored statements at the end of a day, and what is on one side alone",
  options: [dayOption],
  prepare({ options: { asOf } }) {
    if (asOf !== undefined) requireDay("--as-of", asOf);
    return (session) =>
      orReplayFailure(async () => {
        const facts = await replayed(session, readBank);
        return resultOf(session, reconcileBank(dayIn(session, asOf), facts), bankWords);
      });
  },
};

export const cardsCommand: FinanceCommand = {
  name: "cards",
  summary:
    "The account Card provider beside the stored settlements at the end of a day, and what is on one side alone",
  options: [dayOption],
  prepare({ options: { asOf } }) {
    if (asOf !== undefined) requireDay("--as-of", asOf);
    return (session) =>
      orReplayFailure(async () => {
        const facts = await replayed(session, readCards);
        return resultOf(session, reconcileCards(dayIn(session, asOf), facts), cardWords);
      });
  },
};

function dayIn({ region: { timeZone } }: Session, asOf: Day | undefined): Day {
  return asOf ?? dayOf(new Date().toISOString(), timeZone);
}

async function replayed<Facts>(
  session: Session,
  read: (pool: Session["pool"], region: Region, on: { onPage: OnPage }) => Promise<Facts>,
): Promise<Facts> {
  const bar = session.progress("Replaying", "events");
  return read(session.pool, session.region.region, { onPage: bar.advance }).finally(bar.finish);
}

type OnPage = ReturnType<Session["progress"]>["advance"];

/** What the text calls the two sides. */
const bankWords = { outside: "statement", on: "on the statement", before: "statement" };
const cardWords = { outside: "settlements", on: "in the settlements", before: "settlement" };
type Words = typeof bankWords;

/** Exit code 1 where something is missing that neither side explains. */
function resultOf(
  { region: { currency } }: Session,
  reconciliation: BankReconciliation,
  words: Words,
): CommandResult {
  return {
    exitCode: reconciliation.difference === 0 ? 0 : 1,
    document: { currency, ...reconciliation },
    text: textOf(reconciliation, words),
  };
}

function textOf(
  { lines, entries, ...of }: BankReconciliation,
  { outside, on, before }: Words,
): string {
  const figures: readonly Figure[] = [
    [outside, of.statement],
    ["ledger", of.books],
    [`${lines.count} ${on}, not in the ledger`, lines.sum],
    [`${entries.count} in the ledger, not ${on}`, 0 - entries.sum],
    [`before the first ${before}`, of.before.sum],
    ["unexplained difference", of.difference],
  ];
  return [
    textTable(figureColumns, figures),
    ...(lines.rows.length === 0 ? [] : [textTable(lineColumnsOf(on), lines.rows)]),
    ...(entries.rows.length === 0 ? [] : [textTable(entryColumnsOf(on), entries.rows)]),
  ].join("\n\n");
}

type Figure = readonly [what: string, amount: number];

const figureColumns: readonly Column<Figure>[] = [
  { title: "what", text: ([what]) => what },
  { title: "amount", align: "right", text: ([, amount]) => decimalText(amount) },
];

function lineColumnsOf(on: string): readonly Column<UnbookedLine>[] {
  return [
    { title: on, text: ({ day }) => day },
    { title: "why not in the ledger", text: ({ reason }) => reason },
    { title: "description", text: ({ description }) => description },
    { title: "amount", align: "right", text: ({ amount }) => decimalText(amount) },
  ];
}

function entryColumnsOf(on: string): readonly Column<UnseenEntry>[] {
  return [
    { title: "in the ledger", text: ({ day }) => day },
    { title: "event", text: ({ event, position }) => `${event} at ${position}` },
    {
      title: "order",
      text: ({ orderNumber }) => (orderNumber === null ? "" : orderReference(orderNumber)),
    },
    { title: `${on} of`, text: ({ seenOn }) => seenOn ?? "" },
    { title: "amount", align: "right", text: ({ amount }) => decimalText(amount) },
  ];
}
