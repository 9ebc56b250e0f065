import { formatMoney } from "@portal/shared/platform/money.ts";
import type { BankFileOptions } from "../../../gateways/bank-files/bank-file.ts";
import { readCardSettlement } from "../../../gateways/bank-files/card-settlement.ts";
import { type OutsideLine, readOutsideLines } from "../../../gateways/bank-files/outside-lines.ts";
import type { DayOrder } from "../../../gateways/bank-files/day-text.ts";
import type { SettlementLine } from "../../../gateways/bank-files/settlement-line.ts";
import {
  isClean,
  type Matching,
  matchSettlement,
  matchStatement,
  matchStored,
} from "../../../office/month-end/match-payments.ts";
import {
  findUndecided,
  type Undecided,
} from "../../../office/ledger-health/undecided-money.queries.ts";
import {
  type ProjectionsComparison,
  compareProjections,
} from "../../../projections/compare/compare-projections.ts";
import { readOnly } from "../../../platform/db/database.ts";
import { dayOrderOf, daysOption, noteOpenDay, readStatement } from "../cli/arguments.ts";
import type { CommandResult, FinanceCommand, Session } from "../cli/command.ts";
import { differenceText, orReplayFailure, patienceOf } from "../ledger/rebuild.ts";

type Statements = Readonly<{
  bank: readonly OutsideLine[] | "stored" | null;
  payfast: readonly SettlementLine[] | null;
}>;

export const reconcileCommand: FinanceCommand = {
  name: "reconcile",
  summary: "Compare figures, money checks and bank or card files with the ledger",
  options: [
    {
      flags: "--bank [file]",
      description:
        "a bank statement, matched by RH reference and amount; without a file, all stored ones",
    },
    { flags: "--payfast <csv>", description: "the card provider's transactions" },
    daysOption,
  ],
  async prepare({ options: { bank, payfast, days } }) {
    const order = dayOrderOf(days);
    const bankLines =
      bank === "" ? () => "stored" as const : await contentOf(bank, readOutsideLines, order);
    const payfastLines = await contentOf(payfast, readCardSettlement);
    return (session) => {
      const file = bankLines(session.region);
      const isFile = file !== null && file !== "stored";
      if (isFile) noteOpenDay(session, bank ?? "", file.openDay);
      const statements = {
        bank: isFile ? file.lines : file,
        payfast: payfastLines(session.region),
      };
      return orReplayFailure(() => reconcile(session, statements));
    };
  },
};

async function contentOf<Content>(
  file: string | undefined,
  parse: (text: string, options: BankFileOptions) => Content,
  order?: DayOrder,
) {
  return file === undefined ? () => null : readStatement(file, parse, order);
}

async function reconcile(session: Session, statements: Statements): Promise<CommandResult> {
  const bar = session.progress("Replaying", "events");
  const comparison = await compareProjections(session.pool, {
    ...patienceOf(session),
    onProgress: ({ position, head }) => bar.advance(position, head),
  }).finally(bar.finish);
  const { timeZone } = session.region;
  const at = { timeZone, now: new Date().toISOString() };
  const { bank: lines, payfast: settlement } = statements;
  const bank =
    lines === "stored"
      ? await matchStored(session.db, timeZone)
      : lines && (await matchStatement(session.db, { lines, ...at }));
  const payfast = settlement && (await matchSettlement(session.db, { settlement, ...at }));

  const undecided = await findUndecided(readOnly(session.db));

  const isFine =
    comparison.isSound &&
    undecided.count === 0 &&
    [bank, payfast].every((each) => each === null || isClean(each));
  const { isSound, report, conservation } = comparison;
  return {
    exitCode: isFine ? 0 : 1,
    document: {
      sound: isSound,
      ...report,
      conservation,
      undecided,
      ...(bank && { bank }),
      ...(payfast && { payfast }),
    },
    text: [
      projectionsText(comparison),
      ...undecidedTexts(undecided, session),
      ...(bank ? [matchingText(titleOf(statements.bank), bank, session)] : []),
      ...(payfast ? [matchingText("Card provider", payfast, session)] : []),
    ].join("\n"),
  };
}

function titleOf(bank: Statements["bank"]): string {
  return bank === "stored" ? "Stored bank statements" : "Bank statement";
}

function projectionsText({ report, conservation }: ProjectionsComparison): string {
  const checks =
    conservation.length === 0
      ? ["All money checks passed."]
      : conservation.map(({ law, subject, detail }) => `Failed: ${law}. ${subject}: ${detail}`);
  return [differenceText(report), ...checks].join("\n");
}

function undecidedTexts(
  { count, events, unsigned }: Undecided,
  { region: { currency } }: Session,
): readonly string[] {
  if (count === 0) return [];
  return [
    `${count} without a decision of two admins:`,
    ...events.map(
      ({ position, type, sum, above }) =>
        `  event ${position}, ${type}: ${formatMoney(sum, currency)} with what counts together with it, above ${formatMoney(above, currency)}`,
    ),
    ...unsigned.map((id) => `  decision ${id}: its signature does not verify`),
  ];
}

function matchingText(title: string, matching: Matching, { region }: Session): string {
  const money = (amount: number): string => formatMoney(amount, region.currency);
  const { matched, different, missingInLedger, missingInStatement, unreferenced } = matching;
  return [
    `${title}: ${matched} matched, ${different.length} different, ${missingInLedger.length} missing in the ledger, ${missingInStatement.length} missing in the statement, ${unreferenced.length} without a reference`,
    ...different.map(
      ({ line, orderNumber, field, statement, ledger }) =>
        `  different: line ${line}, order ${orderNumber}: ${field} ${money(statement)} in the statement, ${money(ledger)} in the ledger`,
    ),
    ...missingInLedger.map(
      ({ line, orderNumber, paymentId, amount }) =>
        `  missing in the ledger: line ${line}, ${orderNumber === null ? `payment ${paymentId}` : `order ${orderNumber}`}, ${money(amount)}`,
    ),
    ...missingInStatement.map(
      ({ orderNumber, paymentId, amount, day }) =>
        `  missing in the statement: order ${orderNumber}, payment ${paymentId} of ${day}, ${money(amount)}`,
    ),
    ...unreferenced.map(
      ({ line, amount }) => `  without a reference: line ${line}, ${money(amount)}`,
    ),
  ].join("\n");
}
