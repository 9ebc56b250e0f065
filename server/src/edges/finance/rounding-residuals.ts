import { readOnly } from "../../platform/db/database.ts";
import {
  type CentsOfMonth,
  getCalendar,
  listCents,
} from "../../money/statements/closing.queries.ts";
import type { CommandResult } from "./command-result.ts";
import type { FinanceCommand, Session } from "./finance-command.ts";
import { moneyColumn, textTable } from "./text-table.ts";
import { monthOf } from "./time-arguments.ts";

export const centsCommand: FinanceCommand = {
  name: "cents",
  summary: "What rounding left over, by month: exact commission less the rounded amounts",
  options: [{ flags: "--month <yyyy-mm>", description: "one month alone" }],
  prepare({ options: { month } }) {
    if (month !== undefined) monthOf("--month", month, "UTC");
    return (session) => cents(session, month);
  },
};

async function cents(session: Session, month: string | undefined): Promise<CommandResult> {
  const { region, currency } = session.region;
  const db = readOnly(session.db);
  const calendar = await getCalendar(db, region);
  const all = await listCents(db, calendar, new Date().toISOString());
  const rows = all.filter((row) => month === undefined || row.month === month);
  const table = textTable<CentsOfMonth>(
    [
      { title: "month", text: (row) => row.month },
      { title: "entries", align: "right", text: ({ entries }) => String(entries) },
      moneyColumn("commission", currency, ({ amount }) => amount),
      { title: "left over, in cents", align: "right", text: ({ residual }) => residual },
    ],
    rows,
  );
  return { exitCode: 0, document: rows, text: rows.length === 0 ? "No commission yet." : table };
}
