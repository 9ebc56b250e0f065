import { dayOf } from "@portal/shared/platform/calendar.ts";
import { sql } from "kysely";
import { isLive } from "../../../platform/read-model/live-orders.ts";
import {
  type ProjectionsComparison,
  compareProjections,
} from "../../../projections/compare/compare-projections.ts";
import { undoneMark } from "../../../sales/orders/order.rules.ts";
import type { CommandResult, FinanceCommand, Session } from "../cli/finance-command.ts";
import { differenceText, orReplayFailure, patienceOf } from "../ledger/rebuild.ts";
import {
  type Matching,
  matchingText,
  matchDecided,
  matchPayments,
  type OutsideLine,
  readStatement,
} from "./match-payments.ts";

type Statements = Readonly<{
  bank: readonly OutsideLine[] | null;
  payfast: readonly OutsideLine[] | null;
}>;

export const reconcileCommand: FinanceCommand = {
  name: "reconcile",
  summary: "Compare figures, money checks and bank or card files with the ledger",
  options: [
    { flags: "--bank <csv>", description: "a bank statement, matched by RH reference and amount" },
    { flags: "--payfast <csv>", description: "the card provider's transactions" },
  ],
  async prepare({ options: { bank, payfast } }) {
    const statements = {
      bank: bank === undefined ? null : await readStatement(bank, "bank"),
      payfast: payfast === undefined ? null : await readStatement(payfast, "payfast"),
    };
    return (session) => orReplayFailure(() => reconcile(session, statements));
  },
};

async function reconcile(session: Session, statements: Statements): Promise<CommandResult> {
  const bar = session.progress("Replaying", "events");
  const comparison = await compareProjections(session.pool, {
    ...patienceOf(session),
    onProgress: ({ position, head }) => bar.advance(position, head),
  }).finally(bar.finish);
  const bank = statements.bank && (await match(session, statements.bank, "eft"));
  const payfast = statements.payfast && (await match(session, statements.payfast, "card"));

  const isFine = comparison.isSound && isClean(bank) && isClean(payfast);
  const { isSound, report, conservation } = comparison;
  return {
    exitCode: isFine ? 0 : 1,
    document: {
      sound: isSound,
      ...report,
      conservation,
      ...(bank && { bank }),
      ...(payfast && { payfast }),
    },
    text: [
      projectionsText(comparison),
      ...(bank ? [matchingText("Bank statement", bank, session)] : []),
      ...(payfast ? [matchingText("Card provider", payfast, session)] : []),
    ].join("\n"),
  };
}

async function match(
  { db, region }: Session,
  lines: readonly OutsideLine[],
  method: "eft" | "card",
): Promise<Matching> {
  const payments = await db
    .selectFrom("projection.order_payment as payment")
    .innerJoin("projection.order_state as placed", "placed.order_id", "payment.order_id")
    .select([
      "placed.order_number as orderNumber",
      "payment.payment_id as paymentId",
      "payment.amount",
      "payment.fee",
      "payment.received_at as receivedAt",
    ])
    .where("payment.method", "=", method)
    // What was undone is on no statement a second time, and neither is what takes it back.
    .where("payment.amount", ">", 0)
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom("projection.order_payment as undone")
            .select("undone.position")
            .whereRef("undone.order_id", "=", "payment.order_id")
            .where(sql<boolean>`undone.payment_id = payment.payment_id || ${undoneMark}`),
        ),
      ),
    )
    // Play money is on nobody's statement.
    .where(isLive("placed"))
    .orderBy("payment.position")
    .execute();
  const booked = payments.map(({ receivedAt, ...payment }) => ({
    ...payment,
    day: dayOf(receivedAt, region.timeZone),
  }));
  if (method === "card") return matchPayments(lines, booked);
  const decided = await db
    .selectFrom("bank_line")
    .select(["id", "booked_on as day", "amount", "description", "state"])
    .where("state", "<>", "open")
    .execute();
  return matchDecided(lines, booked, decided);
}

/** A line without a reference may be anybody's money; it is shown, and is no difference. */
function isClean(matching: Matching | null): boolean {
  if (!matching) return true;
  const { different, missingInLedger, missingInStatement } = matching;
  return different.length + missingInLedger.length + missingInStatement.length === 0;
}

function projectionsText({ report, conservation }: ProjectionsComparison): string {
  const laws =
    conservation.length === 0
      ? ["All money checks passed."]
      : conservation.map(({ law, subject, detail }) => `Failed: ${law}. ${subject}: ${detail}`);
  return [differenceText(report), ...laws].join("\n");
}
