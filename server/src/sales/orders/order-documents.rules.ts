import { type Currency, exclVat, formatMoney } from "@portal/shared/platform/money.ts";
import type { Region } from "@portal/shared/platform/region.ts";
import type { OrderEvent } from "./order.events.ts";

export type Party = Readonly<{ name: string; address: readonly string[]; vatNo: string | null }>;

/** Amounts in minor units, VAT included; the day in words. */
export type InvoiceFacts = Readonly<{
  region: Region;
  currency: Currency;
  vatBps: number;
  orderNumber: number;
  day: string;
  total: number;
  supplier: Party & Readonly<{ companyNo: string | null }>;
  /** Null where the viewer may not see it. */
  recipient: Party | null;
  lines: readonly Readonly<{ name: string; quantity: number; amount: number }>[];
}>;

/**
 * `full` has to name the recipient and the value of each line; `abridged` (South Africa) and `simplified` (United
 * Kingdom) need not; `plain` is for a shop without VAT.
 */
type InvoiceForm = "full" | "abridged" | "simplified" | "plain";

/** The largest total, inclusive, for which the shorter form is allowed. */
const shorterUpTo: Readonly<Record<Region, Readonly<{ most: number; form: InvoiceForm }> | null>> =
  {
    za: { most: 5_000_00, form: "abridged" },
    uk: { most: 250_00, form: "simplified" },
    usa: null,
  };

export function invoiceForm({
  region,
  total,
  vatBps,
  supplier,
}: Pick<InvoiceFacts, "region" | "total" | "vatBps" | "supplier">): InvoiceForm {
  // A supplier that is not registered for VAT must not issue tax invoices.
  if (vatBps === 0 || supplier.vatNo === null) return "plain";
  const shorter = shorterUpTo[region];
  return shorter && total <= shorter.most ? shorter.form : "full";
}

export type Invoice = Readonly<{
  form: InvoiceForm;
  title: "Tax invoice" | "VAT invoice" | "Invoice";
  supplier: readonly string[];
  /** Null where the form needs none and the viewer may not see it. */
  recipient: readonly string[] | null;
  head: readonly string[];
  columns: readonly string[];
  rows: readonly (readonly string[])[];
  /** Exact to the cent; the last one is the amount charged. */
  sums: readonly (readonly [string, string])[];
}>;

/** The text of an invoice, in the form that its total requires. */
export function writeInvoice(facts: InvoiceFacts): Invoice {
  const form = invoiceForm(facts);
  const { supplier, recipient, vatBps, total, currency } = facts;
  const money = (minor: number) => formatMoney(minor, currency);
  const rate = `${vatBps / 100}%`;
  const value = exclVat(total, vatBps);
  const isFull = form === "full";
  return {
    form,
    title: titleOf(form, facts.region),
    supplier: [
      ...partyLines(supplier),
      ...(supplier.companyNo ? [`Company no. ${supplier.companyNo}`] : []),
    ],
    recipient: recipientLines(form, recipient),
    head: [`Invoice no. ${facts.orderNumber}`, `Date ${facts.day}`],
    columns: isFull
      ? ["Description", "Quantity", "Value", "VAT", "Total"]
      : ["Description", "Quantity", "Total"],
    rows: facts.lines.map(({ name, quantity, amount }) => {
      const net = exclVat(amount, vatBps);
      const split = isFull ? [money(net), money(amount - net)] : [];
      return [name, String(quantity), ...split, money(amount)];
    }),
    sums: [
      ...(form === "full" || form === "abridged"
        ? ([
            ["Subtotal excl. VAT", money(value)],
            [`VAT ${rate}`, money(total - value)],
          ] as const)
        : []),
      [form === "simplified" ? `Total incl. VAT at ${rate}` : "Total", money(total)],
    ],
  };
}

/** The legal name of an invoice that entitles the recipient to claim VAT. */
function titleOf(form: InvoiceForm, region: Region): Invoice["title"] {
  if (form === "plain") return "Invoice";
  return region === "uk" ? "VAT invoice" : "Tax invoice";
}

function partyLines({ name, address, vatNo }: Party): string[] {
  return [name, ...address, ...(vatNo ? [`VAT no. ${vatNo}`] : [])].filter((line) => line !== "");
}

/** A visitor with the link sees no name, but a note where the form requires one. */
function recipientLines(form: InvoiceForm, recipient: Party | null): string[] | null {
  if (recipient)
    return partyLines({ ...recipient, vatNo: form === "plain" ? null : recipient.vatNo });
  if (form !== "full") return null;
  return ["Hidden when opened by link. Contact us for a copy with your details."];
}

/** The credit note of one refund. Amounts in minor units, VAT included. */
export type CreditNote = Readonly<{
  /** Counted from 1 within the order. */
  nth: number;
  /** Depends on events alone, so that a rebuild of the projections does not change it. */
  number: string;
  at: string;
  amount: number;
  /** The part of `amount` that is for goods. */
  goods: number;
}>;

type Fact = Readonly<{ event: OrderEvent; at: string }>;

/**
 * One credit note for each refund that reduces the invoiced amount: not for the refund of an overpayment, which was never
 * invoiced, nor before the order was paid. Together they never exceed the total.
 */
export function creditNotesOf(history: readonly Fact[]): CreditNote[] {
  const notes: CreditNote[] = [];
  let order = { orderNumber: 0, total: 0, kept: 0, credited: 0, isPaid: false };
  for (const { event, at } of history) {
    const { type, data } = event;
    if (type === "OrderPlaced")
      order = { ...order, orderNumber: data.orderNumber, total: data.total };
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

export type CreditNoteFacts = Pick<
  InvoiceFacts,
  "region" | "currency" | "vatBps" | "orderNumber" | "total" | "supplier" | "recipient"
> &
  Readonly<{ number: string; day: string; invoiceDay: string; amount: number; goods: number }>;

/** The text of a credit note: amount, VAT, reason, and the invoice that it reduces. */
export function writeCreditNote(facts: CreditNoteFacts) {
  const { supplier, recipient, vatBps, currency, amount, goods } = facts;
  const form = invoiceForm(facts);
  const money = (minor: number) => formatMoney(minor, currency);
  const rest = amount - goods;
  const value = exclVat(amount, vatBps);
  const lines = [
    ...(goods > 0 ? [["Goods returned or not delivered", goods] as const] : []),
    ...(rest > 0 ? [["Delivery and price adjustments", rest] as const] : []),
  ];
  return {
    title: "Credit note",
    supplier: partyLines(supplier),
    recipient: recipientLines(form, recipient),
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
            ["Subtotal excl. VAT", money(value)],
            [`VAT ${vatBps / 100}%`, money(amount - value)],
          ] as const)),
      ["Total refunded", money(amount)] as const,
    ],
  };
}
