import { type Currency, exclVat, formatMoney } from "@portal/shared/platform/money.ts";
import { hasVat, type Region, regionWords, taxHeadings } from "@portal/shared/platform/region.ts";
import type { OrderEvent } from "./order.events.ts";
import { type DueMoney, invoiced, moneyAfter } from "./order.rules.ts";

export type Party = Readonly<{ name: string; address: readonly string[]; vatNo: string | null }>;

/** Amounts in minor units, VAT included; the day in words. */
export type InvoiceFacts = Readonly<{
  region: Region;
  currency: Currency;
  /** Null where the seller was not registered for VAT on the day of the invoice. */
  vatBps: number | null;
  /** Of this invoice; an order that was paid twice, after its first payment was undone, has two. */
  invoiceNumber: string;
  day: string;
  total: number;
  supplier: Party & Readonly<{ companyNo: string | null }>;
  /** Null where the viewer may not see it. */
  recipient: Party | null;
  lines: readonly Readonly<{ name: string; quantity: number; amount: number }>[];
}>;

/**
 * `full` has to name the recipient and the value of each line; `abridged` (South Africa) and `simplified` (United
 * Kingdom) need not; `plain` is for a shop without VAT, or in the USA for an order without sales tax.
 */
type InvoiceForm = "full" | "abridged" | "simplified" | "plain";

/** The largest total, inclusive, for which the shorter form is allowed. */
const shorterUpTo: Readonly<Record<Region, Readonly<{ most: number; form: InvoiceForm }> | null>> =
  {
    za: { most: 5_000_00, form: "abridged" },
    uk: { most: 250_00, form: "simplified" },
    usa: null,
  };

function invoiceForm({
  region,
  total,
  vatBps,
}: Pick<InvoiceFacts, "region" | "total" | "vatBps">): InvoiceForm {
  // A supplier that is not registered for VAT must not issue tax invoices. The registration alone decides, as in the books: a
  // number that is not typed yet would make another document of what is booked with VAT.
  if (!vatBps) return "plain";
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
  const { total, currency } = facts;
  const { vatBps, supplier } = withoutRegistration(facts);
  const money = (minor: number) => formatMoney(minor, currency);
  const rate = `${vatBps / 100}%`;
  const headings = taxHeadings[facts.region];
  const { priceTax } = regionWords(facts.region);
  const value = exclVat(total, vatBps);
  const isFull = form === "full";
  return {
    form,
    title: titleOf(form, facts.region),
    supplier: [
      ...partyLines(supplier),
      ...(supplier.companyNo ? [`Company no. ${supplier.companyNo}`] : []),
    ],
    recipient: recipientLines(facts, form),
    head: [`Invoice no. ${facts.invoiceNumber}`, `Date ${facts.day}`],
    columns: isFull
      ? ["Description", "Quantity", "Value", headings.tax, "Total"]
      : ["Description", "Quantity", "Total"],
    rows: facts.lines.map(({ name, quantity, amount }) => {
      const net = exclVat(amount, vatBps);
      const split = isFull ? [money(net), money(amount - net)] : [];
      return [name, String(quantity), ...split, money(amount)];
    }),
    sums: [
      ...(form === "full" || form === "abridged"
        ? ([
            [`Subtotal excl. ${priceTax}`, money(value)],
            [`${headings.tax} ${rate}`, money(total - value)],
          ] as const)
        : []),
      [form === "simplified" ? `Total incl. ${priceTax} at ${rate}` : "Total", money(total)],
    ],
  };
}

/** Who was not registered for VAT has neither a rate nor a VAT number on the document, nor has anybody where there is no VAT. */
function withoutRegistration<Supplier extends Party>({
  region,
  vatBps,
  supplier,
}: Readonly<{ region: Region; vatBps: number | null; supplier: Supplier }>) {
  return vatBps === null || !hasVat[region]
    ? { vatBps: vatBps ?? 0, supplier: { ...supplier, vatNo: null } }
    : { vatBps, supplier };
}

/** The legal name of an invoice that entitles the recipient to claim VAT; sales tax cannot be claimed. */
function titleOf(form: InvoiceForm, region: Region): Invoice["title"] {
  if (form === "plain" || !hasVat[region]) return "Invoice";
  return region === "uk" ? "VAT invoice" : "Tax invoice";
}

function partyLines({ name, address, vatNo }: Party): string[] {
  return [name, ...address, ...(vatNo ? [`VAT no. ${vatNo}`] : [])].filter((line) => line !== "");
}

/** A visitor with the link sees no name, but a note where the form requires one. */
function recipientLines(
  { region, recipient }: Pick<InvoiceFacts, "region" | "recipient">,
  form: InvoiceForm,
): string[] | null {
  const hasVatNo = form !== "plain" && hasVat[region];
  if (recipient) return partyLines({ ...recipient, vatNo: hasVatNo ? recipient.vatNo : null });
  if (form !== "full") return null;
  return ["Hidden when opened by link. Contact us for a copy with your details."];
}

/** Issued when the order is paid, for its total; the first has the order's number. */
type IssuedInvoice = Readonly<{
  /** Counted from 1 within the order. */
  nth: number;
  number: string;
  at: string;
  amount: number;
}>;

/** A fall of what was invoiced. Amounts in minor units, VAT included. */
export type CreditNote = Readonly<{
  /** Counted from 1 within the order. */
  nth: number;
  /** Depends on events alone, so that a rebuild of the projections does not change it. */
  number: string;
  at: string;
  amount: number;
  /** The part of `amount` that is for refunded goods. */
  goods: number;
  /** An undone payment takes back its whole invoice. */
  reason: "refund" | "payment-undone";
  /** The number and the time of the invoice that it reduces. */
  invoice: Pick<IssuedInvoice, "number" | "at">;
}>;

type Fact = Readonly<{ event: OrderEvent; at: string }>;

/**
 * The invoices and credit notes of an order: each rise of what is invoiced is an invoice, each fall a credit note. So
 * together they are the amount due of a paid order, and nothing for any other. Later events add documents and change none.
 */
export function documentsOf(
  history: readonly Fact[],
): Readonly<{ invoices: readonly IssuedInvoice[]; creditNotes: readonly CreditNote[] }> {
  const invoices: IssuedInvoice[] = [];
  const creditNotes: CreditNote[] = [];
  let orderNumber = 0;
  let money: DueMoney = nothingPlaced;
  for (const { event, at } of history) {
    const before = invoiced(money);
    if (event.type === "OrderPlaced") {
      ({ orderNumber } = event.data);
      money = { ...nothingPlaced, total: event.data.total, due: event.data.total };
    } else money = moneyAfter(money, event);
    const change = invoiced(money) - before;
    const invoice = invoices.at(-1);
    if (change > 0) {
      const nth = invoices.length + 1;
      invoices.push({ nth, number: invoiceNumber(orderNumber, nth), at, amount: change });
    }
    if (change < 0 && invoice) {
      const nth = creditNotes.length + 1;
      const amount = -change;
      const isRefund = event.type === "PaymentRefunded";
      creditNotes.push({
        nth,
        number: creditNoteNumber(orderNumber, nth),
        at,
        amount,
        goods: isRefund ? Math.min(amount, event.data.productAmount) : 0,
        reason: isRefund ? "refund" : "payment-undone",
        invoice: { number: invoice.number, at: invoice.at },
      });
    }
  }
  return { invoices, creditNotes };
}

/** @param nth counted from 1 within the order, as for a credit note */
export function invoiceNumber(orderNumber: number, nth: number): string {
  return nth === 1 ? `${orderNumber}` : `${orderNumber}-${nth}`;
}

export function creditNoteNumber(orderNumber: number, nth: number): string {
  return `CN${orderNumber}-${nth}`;
}

const nothingPlaced: DueMoney = {
  total: 0,
  due: 0,
  received: 0,
  refunded: 0,
  refundedGoods: 0,
  refundedUnits: 0,
  isPaid: false,
};

export type CreditNoteFacts = Pick<
  InvoiceFacts,
  "region" | "currency" | "vatBps" | "invoiceNumber" | "total" | "supplier" | "recipient"
> &
  Readonly<{ number: string; day: string; invoiceDay: string }> &
  Pick<CreditNote, "amount" | "goods" | "reason">;

/** The text of a credit note: amount, VAT, reason, and the invoice that it reduces. */
export function writeCreditNote(facts: CreditNoteFacts) {
  const { region, currency, amount, goods, reason } = facts;
  const form = invoiceForm(facts);
  const { vatBps, supplier } = withoutRegistration(facts);
  const isPlain = form === "plain";
  const headings = taxHeadings[region];
  const money = (minor: number) => formatMoney(minor, currency);
  const rest = amount - goods;
  const value = exclVat(amount, vatBps);
  const lines = [
    ...(goods > 0 ? [["Goods returned or not delivered", goods] as const] : []),
    ...(rest > 0 ? [[restWords[reason], rest] as const] : []),
  ];
  return {
    title: "Credit note",
    supplier: partyLines(supplier),
    recipient: recipientLines(facts, form),
    head: [
      `Credit note no. ${facts.number}`,
      `Date ${facts.day}`,
      `For invoice no. ${facts.invoiceNumber} of ${facts.invoiceDay}`,
    ],
    columns: ["Description", ...(isPlain ? [] : ["Value", headings.tax]), "Total"],
    rows: lines.map(([name, gross]) => {
      const net = exclVat(gross, vatBps);
      const split = isPlain ? [] : [money(net), money(gross - net)];
      return [name, ...split, money(gross)];
    }),
    sums: [
      ...(isPlain
        ? []
        : ([
            [`Subtotal excl. ${regionWords(region).priceTax}`, money(value)],
            [`${headings.tax} ${vatBps / 100}%`, money(amount - value)],
          ] as const)),
      [reason === "refund" ? "Total refunded" : "Total credited", money(amount)] as const,
    ],
  };
}

const restWords: Readonly<Record<CreditNote["reason"], string>> = {
  refund: "Delivery and price adjustments",
  "payment-undone": "Invoice cancelled, the payment was not for this order",
};
