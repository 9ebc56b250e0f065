import { exclVat, formatMoney } from "@portal/shared/platform/money.ts";
import {
  type InvoiceFacts,
  partyLines,
  recipientLines,
  invoiceForm,
} from "./order-documents.rules.ts";
import type { OrderEvent } from "./order.events.ts";

/** One refund of a paid order, as its credit note has it. Amounts in minor units, VAT included. */
export type CreditNote = Readonly<{
  /** Counted from 1 within the order. */
  nth: number;
  /** Made from facts alone, so that it is the same whenever the books are made anew. */
  number: string;
  at: string;
  amount: number;
  /** The part of `amount` that is for goods. */
  goods: number;
}>;

type Fact = Readonly<{ event: OrderEvent; at: string }>;

/**
 * The credit notes of an order: one for each refund that takes back some of what its invoice says. What was paid too
 * much stood on no invoice, and before an order was paid there is none. Together they never exceed the total.
 */
export function creditNotesOf(history: readonly Fact[]): CreditNote[] {
  const notes: CreditNote[] = [];
  let order = { orderNumber: 0, total: 0, kept: 0, credited: 0, isPaid: false };
  for (const { event, at } of history) {
    const { type, data } = event;
    if (type === "OrderPlaced") order = { ...order, ...placed(data) };
    if (type === "OrderPaid") order.isPaid = true;
    if (type === "PaymentReceived") order.kept += data.amount;
    if (type !== "PaymentRefunded") continue;
    const before = Math.min(order.total, order.kept);
    order.kept -= data.amount;
    const drop = Math.max(data.productAmount, before - Math.min(order.total, order.kept));
    const amount = Math.min(drop, order.total - order.credited);
    if (!order.isPaid || amount <= 0) continue;
    order.credited += amount;
    const nth = notes.length + 1;
    const number = `CN${order.orderNumber}-${nth}`;
    notes.push({ nth, number, at, amount, goods: Math.min(amount, data.productAmount) });
  }
  return notes;
}

function placed({ orderNumber, total }: Extract<OrderEvent, { type: "OrderPlaced" }>["data"]) {
  return { orderNumber, total };
}

export type CreditNoteFacts = Pick<
  InvoiceFacts,
  "region" | "currency" | "vatBps" | "orderNumber" | "total" | "supplier" | "recipient"
> &
  Readonly<{ number: string; day: string; invoiceDay: string; amount: number; goods: number }>;

/** The words of a credit note: what it takes back, with its VAT, from which invoice and why. */
export function writeCreditNote(facts: CreditNoteFacts) {
  const { supplier, recipient, vatBps, currency, amount, goods } = facts;
  const form = invoiceForm(facts);
  const money = (minor: number) => formatMoney(minor, currency);
  const rest = amount - goods;
  const value = exclVat(amount, vatBps);
  const lines = [
    ...(goods > 0 ? [["Goods given back or not delivered", goods] as const] : []),
    ...(rest > 0 ? [["Delivery and price taken back", rest] as const] : []),
  ];
  return {
    title: "Credit note",
    supplier: partyLines(supplier),
    recipient: form === "full" ? recipientLines(recipient) : null,
    head: [
      `Credit note no. ${facts.number}`,
      `Date ${facts.day}`,
      `For invoice no. ${facts.orderNumber} of ${facts.invoiceDay}`,
    ],
    columns: ["Description", "Value", "VAT", "Total"],
    rows: lines.map(([name, gross]) => {
      const net = exclVat(gross, vatBps);
      return [name, money(net), money(gross - net), money(gross)];
    }),
    sums: [
      ...(form === "plain"
        ? []
        : ([
            ["Value without VAT", money(value)],
            [`VAT ${vatBps / 100}%`, money(amount - value)],
          ] as const)),
      ["Total given back", money(amount)] as const,
    ],
  };
}
