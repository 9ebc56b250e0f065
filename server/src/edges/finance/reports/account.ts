import type { Chart } from "@portal/shared/catalogue/chart.ts";
import type { Month } from "@portal/shared/platform/calendar.ts";
import { type Currency, currencies, decimalText } from "@portal/shared/platform/money.ts";
import { loadChart } from "../../../catalogue/shop-settings/settings.store.ts";
import {
  type AccountLedger,
  type ChosenAccount,
  type LedgerRow,
} from "../../../money/books/account-ledger.rules.ts";
import { lastMonthOf } from "../../../money/books/trial-balance.rules.ts";
import {
  accountsOf,
  journalNumberOf,
  type PostedEntry,
} from "../../../money/books/book-entry.rules.ts";
import { readOnly } from "../../../platform/db/database.ts";
import { readAccountLedger } from "../../../projections/books/account-ledger.ts";
import { readBooksState } from "../../../projections/books/books.ts";
import type { ClockLimits } from "../../../projections/ledger-catalogue.ts";
import { clockLimitsOf, clockOptions, noteLimits, requireMonth } from "../cli/arguments.ts";
import { type CommandResult, type FinanceCommand, type Session, WrongUse } from "../cli/command.ts";
import { replayThrough } from "../cli/replay.ts";
import { type Column, textTable } from "../cli/text-table.ts";
import { orReplayFailure } from "../ledger/rebuild.ts";

type AccountRequest = Readonly<{
  account: string;
  currency: Currency | null;
  from: Month | null;
  through: Month | null;
}>;

export const accountCommand: FinanceCommand = {
  name: "account",
  summary:
    "The entries of an account of the trial balance, from its opening to its closing balance",
  options: [
    {
      flags: "--account <code>",
      description: "its code, or its key as in the JSON of trial-balance",
    },
    { flags: "--from <yyyy-mm>", description: "the first month (default: of the financial year)" },
    { flags: "--through <yyyy-mm>", description: "of the journals up to this month" },
    ...clockOptions,
    { flags: "--currency <currency>", description: "default: that of the portal" },
  ],
  prepare({ options }) {
    const { account, currency, from, through } = options;
    if (account === undefined) throw new WrongUse("Name an account: account --account 1200.");
    const limits = clockLimitsOf(options, "UTC");
    if (from !== undefined) requireMonth(from);
    if (through !== undefined) requireMonth(through);
    if (through !== undefined && (limits.asOf ?? limits.knownAt) !== undefined)
      throw new WrongUse("--through is of the journals. Leave out --as-of and --known-at.");
    const request = {
      account,
      currency: currency === undefined ? null : currencyOf(currency),
      from: from ?? null,
      through: through ?? null,
    };
    return (session) =>
      orReplayFailure(() =>
        accountEntries(session, clockLimitsOf(options, session.region.timeZone), request),
      );
  },
};

function currencyOf(text: string): Currency {
  const currency = currencies.find((each) => each === text);
  if (currency === undefined)
    throw new WrongUse(`--currency ${text} is not one of ${currencies.join(", ")}.`);
  return currency;
}

async function accountEntries(
  session: Session,
  limits: ClockLimits,
  { account: named, through, ...request }: AccountRequest,
): Promise<CommandResult> {
  const { region, currency: own } = session.region;
  const state = await readBooksState(readOnly(session.db), region, limits.knownAt ?? null);
  const chart = await loadChart(readOnly(session.db), region);
  const account = accountNamed(chart, named, request.currency ?? own);
  const clock = { now: new Date().toISOString(), timeZone: state.calendar.timeZone };
  const last = lastMonthOf({ ...limits, through }, clock);
  const months = { from: request.from, last, through };
  const asked = { ...limits, ...months, chart, account, page: 1, pageSize: Infinity };
  const ledger = await replayThrough(session, state.through, (client, onPage) =>
    readAccountLedger(client, state, { ...asked, onPage }),
  );
  noteLimits(session, "The account", limits);
  const { rows, ...sums } = ledger;
  return {
    exitCode: 0,
    document: {
      ...account,
      ...sums,
      rows: rows.map(({ entry, yearEnd, ...amounts }) => {
        if (yearEnd !== null) return { yearEnd, ...amounts };
        const { lines: _, ...shown } = entry;
        const journal = journalNumberOf(entry, { currency: own, by: "day" });
        return { journal, ...shown, ...amounts };
      }),
    },
    text: textOf(ledger, own),
  };
}

/** By its key, or by its code in the chart. */
function accountNamed(chart: Chart, named: string, currency: Currency): ChosenAccount {
  const found = accountsOf(chart).filter(({ key, code, productId }) =>
    key === named ? productId === null : code === named,
  );
  const [account] = found;
  if (account === undefined) throw new WrongUse(`--account ${named} is no account of the chart.`);
  if (found.length > 1) {
    const keys = found.map(({ key }) => key).join(", ");
    throw new WrongUse(`--account ${named} is the code of several accounts. Name one: ${keys}.`);
  }
  return { key: account.key, productId: account.productId, currency };
}

function textOf({ opening, closing, debit, credit, rows }: AccountLedger, own: Currency): string {
  const columns: readonly Column<LedgerRow>[] = [
    {
      title: "journal",
      text: ({ entry }) => (entry ? journalNumberOf(entry, { currency: own, by: "day" }) : ""),
    },
    { title: "own day", text: (row) => row.entry?.ownDay ?? row.yearEnd?.day ?? "" },
    { title: "event", text: eventOf },
    { title: "of", text: ({ entry, yearEnd }) => (entry ? ofEntry(entry) : yearEnd.account.name) },
    { title: "amount", align: "right", text: ({ amount }) => decimalText(amount) },
    { title: "balance", align: "right", text: ({ balance }) => decimalText(balance) },
  ];
  return [
    `Opening balance ${decimalText(opening)}`,
    ...(rows.length === 0 ? [] : [textTable(columns, rows)]),
    `Debit ${decimalText(debit)}, credit ${decimalText(credit)}`,
    `Closing balance ${decimalText(closing)}`,
  ].join("\n");
}

function eventOf({ entry, yearEnd }: LedgerRow): string {
  if (entry !== null) return `${entry.event} at ${entry.position}`;
  return `financial year ${yearEnd.from} to ${yearEnd.to}`;
}

function ofEntry(entry: PostedEntry): string {
  const { orderNumber, document, userId, payoutId, bankKind } = entry;
  return [
    ...(orderNumber === null ? [] : [`order ${orderNumber}`]),
    ...(document === null ? [] : [document.number]),
    ...(userId === null ? [] : [`member ${userId}`]),
    ...(payoutId === null ? [] : [`payout ${payoutId}`]),
    ...(bankKind === null ? [] : [bankKind]),
  ].join(", ");
}
