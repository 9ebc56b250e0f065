import { monthsInWords } from "@portal/shared/catalogue/financial-year.ts";
import { decimalText } from "@portal/shared/platform/money.ts";
import { regionWords } from "@portal/shared/platform/region.ts";
import { loadChart } from "../../../catalogue/shop-settings/settings.store.ts";
import type { IncomeStatement } from "../../../money/books/income.rules.ts";
import { closingOf } from "../../../money/statements/statement.rules.ts";
import { readOnly } from "../../../platform/db/database.ts";
import { readBooksState } from "../../../projections/books/books.ts";
import { readIncome } from "../../../projections/books/income.ts";
import { requireMonth } from "../cli/arguments.ts";
import { type CommandResult, type FinanceCommand, type Session, WrongUse } from "../cli/command.ts";
import { replayThrough } from "../cli/replay.ts";
import { type Column, textTable } from "../cli/text-table.ts";
import { orReplayFailure } from "../ledger/rebuild.ts";

type Asked = Readonly<{ from: string | null; through: string }>;

export const incomeCommand: FinanceCommand = {
  name: "income",
  summary: "Income and expenses of the journals of some months, beside those of a year before",
  options: [
    { flags: "--through <yyyy-mm>", description: "the last month" },
    { flags: "--from <yyyy-mm>", description: "the first month (default: of the financial year)" },
  ],
  prepare({ options: { from, through } }) {
    if (through === undefined) throw new WrongUse("Name the last month: income --through YYYY-MM.");
    requireMonth(through);
    if (from !== undefined) requireMonth(from);
    if (from !== undefined && from > through)
      throw new WrongUse(`--from ${from} is later than --through ${through}.`);
    const asked = { from: from ?? null, through };
    return (session) => orReplayFailure(() => income(session, asked));
  },
};

async function income(session: Session, asked: Asked): Promise<CommandResult> {
  const { region } = session.region;
  const state = await readBooksState(readOnly(session.db), region);
  const { priceTax } = regionWords(region);
  const chart = await loadChart(readOnly(session.db), region);
  const { statements, ...months } = await replayThrough(session, state.through, (client, onPage) =>
    readIncome(client, state, { ...asked, chart, onPage }),
  );
  const closed = closingOf(state.calendar, asked.through) !== null;
  if (!closed) session.note(`${asked.through} is not closed: its figures can still change.`);
  return {
    exitCode: 0,
    document: { ...months, closed, statements },
    text: [`${monthsInWords(months)}, excl. ${priceTax}`, ...statements.map(textOf)].join("\n\n"),
  };
}

type Row = Readonly<{ code: string; name: string; amount: number; before: number }>;
const columns: readonly Column<Row>[] = [
  { title: "code", text: ({ code }) => code },
  { title: "account", text: ({ name }) => name },
  { title: "amount", align: "right", text: ({ amount }) => decimalText(amount) },
  { title: "a year before", align: "right", text: ({ before }) => decimalText(before) },
];

function textOf({ currency, income: came, expenses, sums }: IncomeStatement): string {
  const rows: readonly Row[] = [
    ...came,
    { code: "", name: "Total income", ...sums.income },
    ...expenses,
    { code: "", name: "Total expenses", ...sums.expenses },
    { code: "", name: "Result", ...sums.result },
  ];
  return `${currency}\n${textTable(columns, rows)}`;
}
