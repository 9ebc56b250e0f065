import { commissionPlanStream } from "../features/commissions/commission-plan.events.ts";
import { explainOrder } from "../features/books/explain-order.ts";
import { networkStream } from "../features/network/network.events.ts";
import { orderStream } from "../features/orders/order.events.ts";
import type { CommandResult } from "./command-result.ts";
import { explanationText } from "./explanation-text.ts";
import type { FinanceCommand, Session } from "./finance-command.ts";
import { type AskedOrder, askedOrderOf, findOrderId } from "./find-order.ts";
import { readHead } from "./ledger-head.ts";
import { lifted, readStored } from "./stored-events.ts";
import { WrongUse } from "./wrong-use.ts";

export const explainCommand: FinanceCommand = {
  name: "explain",
  summary: "Why each cent of an order went where",
  options: [{ flags: "--order <number-or-uuid>", description: "the order" }],
  prepare({ options: { order } }) {
    if (order === undefined) throw new WrongUse("Name the order: explain --order NUMBER-OR-UUID.");
    const asked = askedOrderOf("--order", order);
    return (session) => explain(session, asked);
  },
};

async function explain({ db }: Session, asked: AskedOrder): Promise<CommandResult> {
  const orderId = await findOrderId(db, asked);
  const streamIds = [networkStream, commissionPlanStream, orderStream(orderId)];
  const events = await readStored(db, { after: 0, through: await readHead(db), streamIds });
  const explanation = explainOrder(events.map(lifted), orderId);
  if (!explanation) throw new WrongUse(`The ledger has no order ${orderId}.`);
  return { exitCode: 0, document: explanation, text: explanationText(explanation) };
}
