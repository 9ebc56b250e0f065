import { readOnly } from "../../platform/db/database.ts";
import type { ClockLimits } from "../../projections/fold/events-as-of.ts";
import { explainOrderById } from "../../projections/explain/explain.queries.ts";
import { clockLimitsOf, clockNote, clockOptions } from "./clock-options.ts";
import type { CommandResult } from "./command-result.ts";
import { explanationText } from "./explanation-text.ts";
import type { FinanceCommand, Session } from "./finance-command.ts";
import { type AskedOrder, askedOrderOf, findOrderId } from "./find-order.ts";
import { WrongUse } from "./wrong-use.ts";

export const explainCommand: FinanceCommand = {
  name: "explain",
  summary: "Why each cent of an order went where",
  options: [{ flags: "--order <number-or-uuid>", description: "the order" }, ...clockOptions],
  prepare({ options }) {
    const { order } = options;
    if (order === undefined) throw new WrongUse("Name the order: explain --order NUMBER-OR-UUID.");
    const asked = askedOrderOf("--order", order);
    clockLimitsOf(options, "UTC");
    return (session) => explain(session, asked, clockLimitsOf(options, session.region.timeZone));
  },
};

async function explain(
  { db, note, region }: Session,
  asked: AskedOrder,
  limits: ClockLimits,
): Promise<CommandResult> {
  const orderId = await findOrderId(db, asked);
  const explanation = await explainOrderById(readOnly(db), orderId, limits);
  if (!explanation) throw new WrongUse(`The ledger has no order ${orderId} at that time.`);
  const sentence = clockNote("The order", limits, region.timeZone);
  if (sentence !== null) note(sentence);
  return { exitCode: 0, document: explanation, text: explanationText(explanation) };
}
