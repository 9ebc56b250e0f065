import { dayOf, type Day } from "@portal/shared/platform/calendar.ts";
import { decimalText } from "@portal/shared/platform/money.ts";
import { orderReference } from "@portal/shared/platform/order-reference.ts";
import {
  type BankReconciliation,
  reconcileBank,
  type UnbookedLine,
  type UnseenEntry,
} from "../../../money/books/bank-reconciliation.rules.ts";
import { readBank } from "../../../projections/books/accounts-outside.ts";
import { requireDay } from "../cli/arguments.ts";
import type { CommandResult, FinanceCommand, Session } from "../cli/command.ts";
import { type Column, textTable } from "../cli/text-table.ts";
import { orReplayFailure } from "../ledger/rebuild.ts";

export const bankCommand: FinanceCommand = {
  name: "bank",
  summary:
    "The account Bank beside the stored statements at the end of a day, and what is on one side alone",
  options: [{ flags: "--as-of <yyyy-mm-dd>", description: "the day (default: today)" }],
  prepare({ options: { asOf } }) {
    if (asOf !== undefined) requireDay("--as-of", asOf);
    return (session) => orReplayFailure(() => bank(session, asOf));
  },
};

/** Exit code 1 where something is missing that neither side explains. */
async function bank(session: Session, asOf: Day | undefined): Promise<CommandResult> {
  const { region, timeZone, currency } = session.region;
  const day = asOf ?? dayOf(new Date().toISOString(), timeZone);
  const bar = session.progress("Replaying", "events");
  const facts = await readBank(session.pool, region, { onPage: bar.advance }).finally(bar.finish);
  const reconciliation = reconcileBank(day, facts);
  return {
    exitCode: reconciliation.difference === 0 ? 0 : 1,
    document: { currency, ...reconciliation },
    text: textOf(reconciliation),
  };
}

function textOf({ lines, entries, ...of }: BankReconciliation): string {
  const figures: readonly Figure[] = [
    ["statement", of.statement],
    ["ledger", of.books],
    [`${lines.count} on the statement, not in the ledger`, lines.sum],
    [`${entries.count} in the ledger, not on the statement`, 0 - entries.sum],
    ["before the first statement", of.before.sum],
    ["unexplained difference", of.difference],
  ];
  return [
    textTable(figureColumns, figures),
    ...(lines.rows.length === 0 ? [] : [textTable(lineColumns, lines.rows)]),
    ...(entries.rows.length === 0 ? [] : [textTable(entryColumns, entries.rows)]),
  ].join("\n\n");
}

type Figure = readonly [what: string, amount: number];

const figureColumns: readonly Column<Figure>[] = [
  { title: "what", text: ([what]) => what },
  { title: "amount", align: "right", text: ([, amount]) => decimalText(amount) },
];

const lineColumns: readonly Column<UnbookedLine>[] = [
  { title: "on the statement", text: ({ day }) => day },
  { title: "why not in the ledger", text: ({ reason }) => reason },
  { title: "description", text: ({ description }) => description },
  { title: "amount", align: "right", text: ({ amount }) => decimalText(amount) },
];

const entryColumns: readonly Column<UnseenEntry>[] = [
  { title: "in the ledger", text: ({ day }) => day },
  { title: "event", text: ({ event, position }) => `${event} at ${position}` },
  {
    title: "order",
    text: ({ orderNumber }) => (orderNumber === null ? "" : orderReference(orderNumber)),
  },
  { title: "on the statement of", text: ({ seenOn }) => seenOn ?? "" },
  { title: "amount", align: "right", text: ({ amount }) => decimalText(amount) },
];
