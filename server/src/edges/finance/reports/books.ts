import path from "node:path";
import { type JournalFormat, journalFormats } from "@portal/shared/money/books.ts";
import { yearOf } from "@portal/shared/catalogue/financial-year.ts";
import type { Day } from "@portal/shared/platform/calendar.ts";
import { decimalText } from "@portal/shared/platform/money.ts";
import {
  type AccountSums,
  type Journal,
  journalsOf,
  nameOfPeriod,
} from "../../../money/books/book-entry.rules.ts";
import { loadChart } from "../../../catalogue/shop-settings/settings.store.ts";
import { type BalanceSums, lastMonthOf } from "../../../money/books/trial-balance.rules.ts";
import { isForProgram, journalFiles } from "../../../money/books/journal-files.rules.ts";
import { closingOf } from "../../../money/statements/statement.rules.ts";
import { readOnly } from "../../../platform/db/database.ts";
import {
  readBalanceAsOf,
  readBooksState,
  readPostedEntries,
  readPostedBalance,
  type TrialBalance,
} from "../../../projections/books/books.ts";
import type { ClockLimits } from "../../../projections/ledger-catalogue.ts";
import {
  clockLimitsOf,
  clockOptions,
  noteLimits,
  requireDay,
  requireMonth,
  writeOutput,
} from "../cli/arguments.ts";
import { type CommandResult, type FinanceCommand, type Session, WrongUse } from "../cli/command.ts";
import { replayThrough } from "../cli/replay.ts";
import { type Column, textTable } from "../cli/text-table.ts";
import { orReplayFailure } from "../ledger/rebuild.ts";

type JournalRequest = Readonly<{
  /** `2026-01`, or `2026-01-05` for one day. */
  period: string;
  by: "day" | "month";
  format: JournalFormat | null;
  folder: string | null;
}>;

export const journalCommand: FinanceCommand = {
  name: "journal",
  summary: "Double-entry journals of a month or a day, also as files for accounting programs",
  options: [
    { flags: "--month <yyyy-mm>", description: "the month, with a journal for each day" },
    { flags: "--day <yyyy-mm-dd>", description: "or only this day" },
    { flags: "--summary", description: "one journal for the whole month" },
    { flags: "--format <format>", description: `one of ${journalFormats.join(", ")}` },
    { flags: "--folder <folder>", description: "write the files of the format here" },
  ],
  prepare({ options: { month, day, summary, format, folder } }) {
    if ((month === undefined) === (day === undefined))
      throw new WrongUse("Name one: journal --month YYYY-MM or journal --day YYYY-MM-DD.");
    if (month !== undefined) requireMonth(month);
    if (day !== undefined) requireDay("--day", day);
    if (day !== undefined && summary !== undefined)
      throw new WrongUse("--summary is of a whole month. Name it with --month.");
    if (folder !== undefined && format === undefined)
      throw new WrongUse("--folder writes the files of a format. Name it with --format.");
    const request = {
      period: month ?? day ?? "",
      by: summary === undefined ? "day" : "month",
      format: format === undefined ? null : formatOf(format),
      folder: folder ?? null,
    } as const;
    return (session) => orReplayFailure(() => journal(session, request));
  },
};

function formatOf(text: string): JournalFormat {
  const format = journalFormats.find((each) => each === text);
  if (format === undefined)
    throw new WrongUse(`--format ${text} is not one of ${journalFormats.join(", ")}.`);
  return format;
}

async function journal(
  session: Session,
  { period, by, format, folder }: JournalRequest,
): Promise<CommandResult> {
  const { region, currency } = session.region;
  const { calendar, entries } = await readPeriod(session, (day) => day.startsWith(period));
  const of = { chart: await loadChart(readOnly(session.db), region), currency, by };
  const isLateApart = format !== null && isForProgram(format);
  const journals = journalsOf(entries, { ...of, isLateApart });
  const closing = closingOf(calendar, period.slice(0, 7));
  const document = { period, closed: closing !== null, journals };
  if (format === null) return { exitCode: 0, document, text: journalText(journals) };

  const name = nameOfPeriod(period);
  const files = journalFiles(format, { ...of, name, region, journals, entries });
  if (closing === null)
    session.note(`${period.slice(0, 7)} is not closed: its journals can still change.`);
  const [first, ...more] = files;
  if (folder === null) {
    if (more.length > 0)
      throw new WrongUse(`This needs ${files.length} files. Name a folder with --folder.`);
    await session.stdout(first?.text ?? "");
    return { exitCode: 0, document, text: "" };
  }
  for (const file of files) {
    await writeOutput(path.join(folder, file.name), file.text);
    session.note(`Wrote ${file.name}.`);
  }
  return { exitCode: 0, document, text: "" };
}

/** The entries that are posted on the days of a period, and the closed months. */
async function readPeriod(session: Session, isOf: (postingDate: Day) => boolean) {
  const state = await readBooksState(readOnly(session.db), session.region.region);
  const entries = await replayThrough(session, state.through, (client, onPage) =>
    readPostedEntries(client, state, { isOf, onPage }),
  );
  return { calendar: state.calendar, entries };
}

function journalText(journals: readonly Journal[]): string {
  const tables = journals.map(({ number, postingDate, currency, lines }) =>
    [`${number}, ${postingDate}, ${currency}`, accountTable(lines)].join("\n"),
  );
  return tables.length === 0 ? "No journals." : tables.join("\n\n");
}

/** With the sum of both sides as its last line. */
function accountTable(accounts: readonly AccountSums[]): string {
  const sumOf = (side: "debit" | "credit") =>
    accounts.reduce((sum, account) => sum + account[side], 0);
  const sum = { code: "", name: "Sum", debit: sumOf("debit"), credit: sumOf("credit") };
  type Row = Pick<AccountSums, "code" | "name" | "debit" | "credit">;
  const columns: Column<Row>[] = [
    { title: "code", text: ({ code }) => code },
    { title: "account", text: ({ name }) => name },
    { title: "debit", align: "right", text: ({ debit }) => decimalText(debit) },
    { title: "credit", align: "right", text: ({ credit }) => decimalText(credit) },
    { title: "balance", align: "right", text: ({ debit, credit }) => decimalText(debit - credit) },
  ];
  return textTable<Row>(columns, [...accounts, sum]);
}

/** With what the accounts had when the financial year began. */
function balanceTable(accounts: readonly BalanceSums[]): string {
  const sumOf = (figure: "opening" | "debit" | "credit") =>
    accounts.reduce((sum, account) => sum + account[figure], 0);
  const sums = { opening: sumOf("opening"), debit: sumOf("debit"), credit: sumOf("credit") };
  type Row = Omit<BalanceSums, "key" | "productId">;
  const columns: Column<Row>[] = [
    { title: "code", text: ({ code }) => code },
    { title: "account", text: ({ name }) => name },
    { title: "opening", align: "right", text: ({ opening }) => decimalText(opening) },
    { title: "debit", align: "right", text: ({ debit }) => decimalText(debit) },
    { title: "credit", align: "right", text: ({ credit }) => decimalText(credit) },
    {
      title: "balance",
      align: "right",
      text: ({ opening, debit, credit }) => decimalText(opening + debit - credit),
    },
  ];
  return textTable<Row>(columns, [...accounts, { code: "", name: "Sum", ...sums }]);
}

export const trialBalanceCommand: FinanceCommand = {
  name: "trial-balance",
  summary: "Trial balance as of a time, or of the journals up to a month",
  options: [
    ...clockOptions,
    { flags: "--through <yyyy-mm>", description: "of the journals up to this month" },
  ],
  prepare({ options }) {
    const { through } = options;
    const limits = clockLimitsOf(options, "UTC");
    if (through !== undefined) requireMonth(through);
    if (through !== undefined && (limits.asOf ?? limits.knownAt) !== undefined)
      throw new WrongUse("--through is of the journals. Leave out --as-of and --known-at.");
    return (session) =>
      orReplayFailure(() =>
        trialBalance(session, clockLimitsOf(options, session.region.timeZone), through ?? null),
      );
  },
};

async function trialBalance(
  session: Session,
  limits: ClockLimits,
  month: string | null,
): Promise<CommandResult> {
  const { region } = session.region;
  const state = await readBooksState(readOnly(session.db), region, limits.knownAt ?? null);
  const chart = await loadChart(readOnly(session.db), region);
  const clock = { now: new Date().toISOString(), timeZone: state.calendar.timeZone };
  const last = lastMonthOf({ ...limits, through: month }, clock);
  const balances = await replayThrough(session, state.through, (client, onPage) =>
    month === null
      ? readBalanceAsOf(client, state, { ...limits, chart, month: last, onPage })
      : readPostedBalance(client, state, { month, chart, onPage }),
  );
  noteLimits(session, "Trial balance", limits);
  const { from, to } = yearOf(state.years, last);
  session.note(`Financial year ${from} to ${to}: earlier ones are in retained earnings.`);
  const text = balances.map(balanceText).join("\n\n");
  return { exitCode: 0, document: balances, text: text === "" ? "Nothing is booked." : text };
}

function balanceText({ currency, accounts, awaited }: TrialBalance): string {
  return [
    currency,
    balanceTable(accounts),
    ...(awaited === null ? [] : [`Orders awaiting payment: ${decimalText(awaited)}`]),
  ].join("\n");
}
