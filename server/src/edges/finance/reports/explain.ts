import { orderNumberOf } from "@portal/shared/platform/order-reference.ts";
import { formatMoney } from "@portal/shared/platform/money.ts";
import { regionWords } from "@portal/shared/platform/region.ts";
import { type Database, readOnly } from "../../../platform/db/database.ts";
import { explainOrderById } from "../../../projections/explain/explain-order.queries.ts";
import type {
  EntryExplanation,
  OrderExplanation,
  StepExplanation,
} from "../../../projections/explain/explain-order.ts";
import type { ClockLimits } from "../../../projections/ledger-catalogue.ts";
import { clockLimitsOf, noteLimits, clockOptions } from "../cli/arguments.ts";
import { type CommandResult, type FinanceCommand, type Session, WrongUse } from "../cli/command.ts";
import { textTable } from "../cli/text-table.ts";
import { orReplayFailure } from "../ledger/rebuild.ts";

export const explainCommand: FinanceCommand = {
  name: "explain",
  summary: "Explain the commission on an order",
  options: [{ flags: "--order <number-or-uuid>", description: "the order" }, ...clockOptions],
  prepare({ options }) {
    const { order } = options;
    if (order === undefined) throw new WrongUse("Name the order: explain --order NUMBER-OR-UUID.");
    const reference = orderReferenceOf("--order", order);
    clockLimitsOf(options, "UTC");
    return (session) =>
      orReplayFailure(() =>
        explain(session, reference, clockLimitsOf(options, session.region.timeZone)),
      );
  },
};

async function explain(
  session: Session,
  reference: OrderReference,
  limits: ClockLimits,
): Promise<CommandResult> {
  const orderId = await findOrderId(session.db, reference);
  const explanation = await explainOrderById(readOnly(session.db), orderId, limits);
  if (!explanation) throw new WrongUse(`The ledger has no order ${orderId} at that time.`);
  noteLimits(session, "The order", limits);
  return {
    exitCode: 0,
    document: explanation,
    text: explanationText(explanation, taxInPrices(session)),
  };
}

type OrderReference = Readonly<{ orderId: string } | { orderNumber: number }>;

/** Parses a uuid, a number, or a number as on bank statements (RH1234). */
function orderReferenceOf(option: string, text: string): OrderReference {
  const uuid = text.toLowerCase();
  if (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(uuid)) return { orderId: uuid };
  const orderNumber = orderNumberOf(text);
  if (orderNumber === null)
    throw new WrongUse(`${option} ${text} is not an order number or an order UUID.`);
  return { orderNumber };
}

async function findOrderId(db: Database, reference: OrderReference): Promise<string> {
  const [column, value] =
    "orderId" in reference
      ? (["order_id", reference.orderId] as const)
      : (["order_number", reference.orderNumber] as const);
  const row = await db
    .selectFrom("projection.order_state")
    .select("order_id")
    .where(column, "=", value)
    .executeTakeFirst();
  if (!row) throw new WrongUse(`There is no order ${value}.`);
  return row.order_id;
}

function taxInPrices({ region: { region } }: Session): string {
  return regionWords(region).priceTax;
}

/** The explanation as text: the amounts that commission is calculated on, then each step. */
function explanationText({ order, lines, steps }: OrderExplanation, tax: string): string {
  const money = (amount: number): string => formatMoney(amount, order.currency);
  const head = [
    `Order ${order.orderNumber} (${order.orderId}), ${order.state}${order.live ? "" : ", test order: it earns nothing"}`,
    `Total ${money(order.total)}, received ${money(order.received)}, refunded ${money(order.refunded)}; seller ${order.sellerId ?? "none"}`,
    `Commissionable value ${money(order.value)}, excl. ${order.vatBps / 100}% ${tax}, ${order.units} ${order.units === 1 ? "unit" : "units"}:`,
  ];
  const table = textTable(
    [
      { title: "product", align: "right", text: ({ productId }) => String(productId) },
      { title: "quantity", align: "right", text: ({ quantity }) => String(quantity) },
      { title: "list", align: "right", text: ({ listPrice }) => money(listPrice) },
      { title: "charged", align: "right", text: ({ unitPrice }) => money(unitPrice) },
      {
        title: "for commission",
        align: "right",
        text: ({ commissionPrice }) => money(commissionPrice),
      },
      { title: `excl. ${tax}`, align: "right", text: ({ value }) => money(value) },
      { title: `paid excl. ${tax}`, align: "right", text: ({ paid }) => money(paid) },
    ],
    lines,
  );
  const ceiling = `Commission limit for this order: ${money(order.paidGoods)}, the amount paid for its goods excl. ${tax}.`;
  return [...head, indented(table), ceiling, ...steps.map((step) => stepText(step, money))].join(
    "\n",
  );
}

function stepText(step: StepExplanation, money: (amount: number) => string): string {
  const { position, type, occurredAt, entries, unwritten } = step;
  const lines = [`${position}  ${type}  ${occurredAt}`];
  if (entries.length + unwritten.length > 0) {
    const tree = step.tree.map(({ userId, level }) => `${userId} (level ${level})`).join(" < ");
    const plan =
      step.planPosition === 0
        ? "the original plan"
        : `the plan at ledger position ${step.planPosition}`;
    lines.push(`  network at the time: ${tree || "none"}; ${plan}`);
  }
  for (const entry of entries) lines.push(...entryLines(entry, money).map((line) => `  ${line}`));
  for (const { beneficiaryId, amount, rule, reason } of unwritten)
    lines.push(
      `  not paid to anyone: ${money(amount)} (member ${beneficiaryId}): ${rule} ${reason}`,
    );
  return lines.join("\n");
}

function entryLines(entry: EntryExplanation, money: (amount: number) => string): string[] {
  const { beneficiaryId, kind, amount, rule, exact, uncapped, reverses } = entry;
  const sum = `${exact.numerator} ÷ ${exact.denominator}`;
  const of = reverses
    ? `${reverses.share.numerator} ÷ ${reverses.share.denominator} of ${money(reverses.amount)} (entry ${reverses.position}.${reverses.entryNo}), ${money(reverses.reversedBefore)} already reversed`
    : `${money(entry.value)} × ${entry.rateBps} ÷ 10000`;
  return [
    `member ${beneficiaryId}  ${kind}  ${money(amount)}`,
    `  ${rule}`,
    `  ${of} = ${sum} cents, rounded half away from zero to ${uncapped ?? amount}`,
    ...(uncapped === null
      ? []
      : [
          `  ${money(uncapped - amount)} deducted: commission on an order cannot exceed the amount paid for its goods`,
        ]),
  ];
}

function indented(text: string): string {
  return text.replaceAll(/^/gm, "  ");
}
