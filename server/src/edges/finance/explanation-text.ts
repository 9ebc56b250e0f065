import { formatMoney } from "@portal/shared/platform/money.ts";
import type { EntryExplanation } from "../../projections/explain/explain-entry.ts";
import type { OrderExplanation, StepExplanation } from "../../projections/explain/explain-order.ts";
import { textTable } from "./text-table.ts";

/** The explanation of an order as a person reads it: what it is reckoned on, then step by step. */
export function explanationText({ order, lines, steps }: OrderExplanation): string {
  const money = (amount: number): string => formatMoney(amount, order.currency);
  const head = [
    `Order ${order.orderNumber} (${order.orderId}), ${order.state}${order.live ? "" : ", not live: it earns nothing"}`,
    `Total ${money(order.total)}, received ${money(order.received)}, refunded ${money(order.refunded)}; seller ${order.sellerId ?? "nobody"}`,
    `Commission is reckoned on ${money(order.value)} without VAT of ${order.vatBps / 100} %, ${order.units} units:`,
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
      { title: "without VAT", align: "right", text: ({ value }) => money(value) },
      { title: "paid without VAT", align: "right", text: ({ paid }) => money(paid) },
    ],
    lines,
  );
  const ceiling = `Its commission comes to ${money(order.paidGoods)} at most, what was paid for its goods without VAT.`;
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
      step.planPosition === 0 ? "the default plan" : `the plan of position ${step.planPosition}`;
    lines.push(`  network then: ${tree || "nobody"}; by ${plan}`);
  }
  for (const entry of entries) lines.push(...entryLines(entry, money).map((line) => `  ${line}`));
  for (const { beneficiaryId, amount, rule, reason } of unwritten)
    lines.push(`  nobody gets ${money(amount)} (member ${beneficiaryId}): ${rule} ${reason}`);
  return lines.join("\n");
}

function entryLines(entry: EntryExplanation, money: (amount: number) => string): string[] {
  const { beneficiaryId, kind, amount, rule, exact, uncapped, reverses } = entry;
  const sum = `${exact.numerator} ÷ ${exact.denominator}`;
  const of = reverses
    ? `${reverses.share.numerator} ÷ ${reverses.share.denominator} of ${money(reverses.amount)} (entry ${reverses.position}.${reverses.entryNo}), ${money(reverses.reversedBefore)} were back before`
    : `${money(entry.value)} × ${entry.rateBps} ÷ 10000`;
  return [
    `member ${beneficiaryId}  ${kind}  ${money(amount)}`,
    `  ${rule}`,
    `  ${of} = ${sum} cents, rounded half away from zero to ${uncapped ?? amount}`,
    ...(uncapped === null
      ? []
      : [
          `  ${money(uncapped - amount)} taken off: all commission of the order comes to no more than was paid for its goods`,
        ]),
  ];
}

function indented(text: string): string {
  return text.replaceAll(/^/gm, "  ");
}
