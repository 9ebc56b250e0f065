import { randomUUID } from "node:crypto";
import { monthSteps, taxYearSchema } from "@portal/shared/money/statements.ts";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import { type Currency, formatMoney } from "@portal/shared/platform/money.ts";
import { monthAt, monthsOfTaxYear } from "@portal/shared/platform/calendar.ts";
import { printPdf } from "../../../gateways/documents/pdf-document.ts";
import { closeProjections } from "../../../money/statements/closing.actions.ts";
import {
  type CentsOfMonth,
  getCalendar,
  listCents,
} from "../../../money/statements/closing.queries.ts";
import { statementDocument } from "../../../money/statements/statement-documents.ts";
import { statementPdf, taxPackFile } from "../../../money/statements/statement.actions.ts";
import {
  getStatement,
  getTaxPack,
  type Statement,
  type StatementEntry,
  type StatementMonth,
} from "../../../money/statements/statement.queries.ts";
import type { Balance } from "../../../money/statements/statement.rules.ts";
import { readOnly } from "../../../platform/db/database.ts";
import { createLedger } from "../../../platform/ledger/ledger.ts";
import { ledgerCatalogue } from "../../../projections/ledger-catalogue.ts";
import { createInlineProjector } from "../../../projections/live/inline-projector.ts";
import { writeOutput, requireMonth, wholeNumberOf } from "../cli/arguments.ts";
import { type CommandResult, type FinanceCommand, type Session, WrongUse } from "../cli/command.ts";
import { moneyColumn, textTable } from "../cli/text-table.ts";

export const statementCommand: FinanceCommand = {
  name: "statement",
  summary: "Show a member's commission statement for a month",
  options: [
    { flags: "--member <id>", description: "whose statement" },
    { flags: "--month <yyyy-mm>", description: "which month" },
    { flags: "--pdf <file>", description: "also save it as a PDF" },
  ],
  prepare({ options: { member, month, pdf } }) {
    if (member === undefined || month === undefined)
      throw new WrongUse("Name both: statement --member ID --month YYYY-MM.");
    const memberId = wholeNumberOf("--member", member);
    requireMonth(month);
    return (session) => showStatement(session, { memberId, month }, pdf);
  },
};

async function showStatement(
  session: Session,
  of: Readonly<{ memberId: number; month: string }>,
  pdf: string | undefined,
): Promise<CommandResult> {
  const { region, currency } = session.region;
  const db = readOnly(session.db);
  try {
    const found = await getStatement(db, await getCalendar(db, region), of);
    if (pdf !== undefined) {
      const now = new Date().toISOString();
      const { body } = await statementPdf({ db, region, now }, of, printPdf);
      await writeOutput(pdf, body);
      session.note(`Wrote ${pdf}.`);
    }
    const document = statementDocument(found);
    return { exitCode: 0, document, text: statementText(found, currency) };
  } catch (error) {
    throw asNoMember(error, of.memberId);
  }
}

/** The refusal of the procedures does not name the member; on the command line it may. */
function asNoMember(error: unknown, memberId: number): unknown {
  const isUnknown = error instanceof DomainError && error.code === "statement.unknown";
  return isUnknown ? new WrongUse(`There is no member ${memberId}.`) : error;
}

function statementText(statement: Statement, currency: Currency): string {
  const { memberId, month, timeZone, opening, entries, movements, closing, seal } = statement;
  const entryTable = textTable<StatementEntry>(
    [
      { title: "when", text: ({ occurredAt }) => occurredAt },
      { title: "order", align: "right", text: ({ orderNumber }) => String(orderNumber) },
      {
        title: "kind",
        text: ({ kind, cappedBy }) => (cappedBy === undefined ? kind : `${kind}, capped`),
      },
      { title: "seller", align: "right", text: ({ sellerId }) => String(sellerId) },
      moneyColumn("on", currency, ({ value }) => value),
      { title: "rate", align: "right", text: ({ rateBps }) => `${rateBps / 100}%` },
      moneyColumn("amount", currency, ({ amount }) => amount),
    ],
    entries,
  );
  const paidOut = movements.map(
    ({ occurredAt, type, paid, cash, withheld = 0, credit, reference }) =>
      type === "PayoutPaid"
        ? `${occurredAt}  paid out ${formatMoney(cash, currency)}${reference ? ` (${reference})` : ""}${withheld > 0 ? `, after ${formatMoney(withheld, currency)} tax withheld` : ""}`
        : type === "PayoutReturned"
          ? `${occurredAt}  payout returned by the bank ${formatMoney(-cash, currency)}${withheld < 0 ? `, with ${formatMoney(-withheld, currency)} tax withheld` : ""}`
          : type === "PayoutReturnUndone"
            ? `${occurredAt}  return of a payout undone ${formatMoney(cash, currency)}${withheld > 0 ? `, after ${formatMoney(withheld, currency)} tax withheld` : ""}`
            : type === "CommissionRepaymentUndone"
              ? `${occurredAt}  repayment of commission undone ${formatMoney(cash, currency)}`
              : type === "CommissionRepaid"
                ? `${occurredAt}  commission paid back ${formatMoney(-cash, currency)}`
                : type === "CreditSetOff"
                  ? `${occurredAt}  commission paid back with store credit ${formatMoney(-paid, currency)}`
                  : type === "CommissionWrittenOff"
                    ? `${occurredAt}  balance written off ${formatMoney(-paid, currency)}`
                    : type === "CreditPaidOut"
                      ? `${occurredAt}  store credit paid out, after ${formatMoney(withheld, currency)} tax withheld`
                      : `${occurredAt}  turned into store credit ${formatMoney(credit, currency)}`,
  );
  return [
    `Member ${memberId}, ${month} (${timeZone}${seal ? `, closed through position ${seal.throughPosition}` : ""})`,
    balanceLine("Opening", opening, currency),
    ...(entries.length === 0 ? ["No commission in this month."] : [entryTable]),
    ...paidOut,
    balanceLine("Closing", closing, currency),
  ].join("\n");
}

function balanceLine(
  name: string,
  { accrued, paid, credit, balance }: Balance,
  currency: Currency,
): string {
  const [had, out, turned, left] = [accrued, paid, credit, balance].map((amount) =>
    formatMoney(amount, currency),
  );
  return `${name} balance ${left}: accrued ${had}, paid ${out}, turned into credit ${turned}`;
}

export const taxPackCommand: FinanceCommand = {
  name: "tax-pack",
  summary: "Show what a member earned and was paid in a tax year, by month",
  options: [
    { flags: "--member <id>", description: "whose" },
    { flags: "--year <yyyy>", description: "the year in which the tax year ends" },
    { flags: "--pdf <file>", description: "also save it as a PDF" },
    { flags: "--csv <file>", description: "also save it as a CSV file" },
  ],
  prepare({ options: { member, year, pdf, csv } }) {
    if (member === undefined || year === undefined)
      throw new WrongUse("Name both: tax-pack --member ID --year YYYY.");
    const memberId = wholeNumberOf("--member", member);
    const checked = taxYearSchema.safeParse(year);
    if (!checked.success) throw new WrongUse(`--year ${year} is not a year like 2026.`);
    return (session) => taxPack(session, { memberId, year: checked.data }, { pdf, csv });
  },
};

async function taxPack(
  session: Session,
  of: Readonly<{ memberId: number; year: number }>,
  { pdf, csv }: Readonly<{ pdf: string | undefined; csv: string | undefined }>,
): Promise<CommandResult> {
  const { memberId, year } = of;
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
      [pdf, printPdf],
      [csv, "csv"],
    ] as const) {
      if (file === undefined) continue;
      const { body } = await taxPackFile({ db, region, now }, of, print);
      await writeOutput(file, body);
      session.note(`Wrote ${file}.`);
    }
    const money = (minor: number) => formatMoney(minor, currency);
    const table = textTable<StatementMonth>(
      [
        { title: "month", text: ({ month }) => month },
        moneyColumn("earned", currency, ({ earned }) => earned),
        moneyColumn("paid out", currency, ({ cash }) => cash),
        moneyColumn("tax withheld", currency, ({ withheld }) => withheld),
        moneyColumn("store credit", currency, ({ converted }) => converted),
        moneyColumn("written off", currency, ({ writtenOff }) => writtenOff),
        { title: "", text: ({ isClosed }) => (isClosed ? "closed" : "open") },
      ],
      pack.months,
    );
    const sums = `Earned ${money(pack.earned)}, paid out ${money(pack.cash)}, tax withheld ${money(pack.withheld)}, store credit ${money(pack.converted)}, written off ${money(pack.writtenOff)}`;
    return {
      exitCode: 0,
      document: pack,
      text: `Member ${memberId}, tax year ${year}\n${table}\n${sums}`,
    };
  } catch (error) {
    throw asNoMember(error, memberId);
  }
}

export const closeCommand: FinanceCommand = {
  name: "close",
  summary: "Close a month and make its statements final",
  options: [{ flags: "--month <yyyy-mm>", description: "the month; months are closed in order" }],
  prepare({ options: { month } }) {
    if (month === undefined) throw new WrongUse("Name the month: close --month YYYY-MM.");
    requireMonth(month);
    return (session) => close(session, month);
  },
};

async function close({ db, pool, region }: Session, month: string): Promise<CommandResult> {
  const projector = createInlineProjector();
  const ledger = createLedger({ pool, catalogue: ledgerCatalogue, projector });
  try {
    const command = {
      commandId: randomUUID(),
      request: { action: "finance.close", month },
      metadata: { actorId: null, source: "finance" },
      occurredAt: new Date().toISOString(),
    };
    // The console does not ask: what is open is on the page "Month end".
    const closing = { month, accepts: monthSteps };
    const closed = await closeProjections({ db, ledger, region: region.region }, command, closing);
    return {
      exitCode: 0,
      document: closed,
      text: `${month} is closed through position ${closed.throughPosition}, seal ${closed.root}.`,
    };
  } finally {
    await ledger.close();
  }
}

export const centsCommand: FinanceCommand = {
  name: "cents",
  summary: "Rounding differences by month: exact minus rounded commission",
  options: [{ flags: "--month <yyyy-mm>", description: "only this month" }],
  prepare({ options: { month } }) {
    if (month !== undefined) requireMonth(month);
    return (session) => cents(session, month);
  },
};

async function cents(session: Session, month: string | undefined): Promise<CommandResult> {
  const { region, currency } = session.region;
  const db = readOnly(session.db);
  const calendar = await getCalendar(db, region);
  const all = await listCents(db, calendar);
  const rows = all.filter((row) => month === undefined || row.month === month);
  const table = textTable<CentsOfMonth>(
    [
      { title: "month", text: (row) => row.month },
      { title: "entries", align: "right", text: ({ entries }) => String(entries) },
      moneyColumn("commission", currency, ({ amount }) => amount),
      { title: "difference, in cents", align: "right", text: ({ residual }) => residual },
    ],
    rows,
  );
  return { exitCode: 0, document: rows, text: rows.length === 0 ? "No commission yet." : table };
}
