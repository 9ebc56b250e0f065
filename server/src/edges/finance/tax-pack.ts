import { writeFile } from "node:fs/promises";
import { formatMoney } from "@portal/shared/platform/money.ts";
import { monthAt, monthsOfTaxYear } from "@portal/shared/platform/months.ts";
import { taxYearSchema } from "@portal/shared/money/statements.ts";
import { readOnly } from "../../platform/db/database.ts";
import { getCalendar } from "../../money/statements/closing.queries.ts";
import { taxPackFile } from "../../money/statements/statement.actions.ts";
import { getTaxPack, type StatementMonth } from "../../money/statements/statement.queries.ts";
import { printPdf } from "../../gateways/documents/pdf-printer.ts";
import type { CommandResult } from "./command-result.ts";
import type { FinanceCommand, Session } from "./finance-command.ts";
import { wholeNumberOf } from "./number-arguments.ts";
import { asNoMember } from "./statement.ts";
import { moneyColumn, textTable } from "./text-table.ts";
import { WrongUse } from "./wrong-use.ts";

type Asked = Readonly<{
  memberId: number;
  year: number;
  pdf: string | undefined;
  csv: string | undefined;
}>;

export const taxPackCommand: FinanceCommand = {
  name: "tax-pack",
  summary: "What a member earned and was paid in a tax year, by month",
  options: [
    { flags: "--member <id>", description: "whose" },
    { flags: "--year <yyyy>", description: "the year in which the tax year ends" },
    { flags: "--pdf <file>", description: "write it as PDF as well" },
    { flags: "--csv <file>", description: "write it as CSV as well" },
  ],
  prepare({ options: { member, year, pdf, csv } }) {
    if (member === undefined || year === undefined)
      throw new WrongUse("Name both: tax-pack --member ID --year YYYY.");
    const memberId = wholeNumberOf("--member", member);
    const checked = taxYearSchema.safeParse(year);
    if (!checked.success) throw new WrongUse(`--year ${year} is not a year like 2026.`);
    return (session) => taxPack(session, { memberId, year: checked.data, pdf, csv });
  },
};

async function taxPack(session: Session, asked: Asked): Promise<CommandResult> {
  const { memberId, year } = asked;
  const { region, currency } = session.region;
  const db = readOnly(session.db);
  const now = new Date().toISOString();
  try {
    const calendar = await getCalendar(db, region);
    const first = monthsOfTaxYear(year, region)[0] ?? "";
    if (first > monthAt(now, calendar.timeZone))
      throw new WrongUse(`The tax year ${year} has not begun.`);
    const pack = await getTaxPack(db, calendar, { memberId, year, region, now });
    for (const [file, print] of [
      [asked.pdf, printPdf],
      [asked.csv, "csv"],
    ] as const) {
      if (file === undefined) continue;
      const { body } = await taxPackFile({ db, region, now }, { memberId, year }, print);
      await writeFile(file, body);
      session.note(`Wrote ${file}.`);
    }
    const money = (minor: number) => formatMoney(minor, currency);
    const table = textTable<StatementMonth>(
      [
        { title: "month", text: ({ month }) => month },
        moneyColumn("earned", currency, ({ earned }) => earned),
        moneyColumn("paid out", currency, ({ cash }) => cash),
        moneyColumn("store credit", currency, ({ converted }) => converted),
        { title: "", text: ({ isClosed }) => (isClosed ? "closed" : "open") },
      ],
      pack.months,
    );
    const sums = `Earned ${money(pack.earned)}, paid out ${money(pack.cash)}, store credit ${money(pack.converted)}`;
    return {
      exitCode: 0,
      document: pack,
      text: `Member ${memberId}, tax year ${year}\n${table}\n${sums}`,
    };
  } catch (error) {
    throw asNoMember(error, memberId);
  }
}
