import { type Currency, exclVat, formatMoney } from "@portal/shared/platform/money.ts";
import type { Region } from "@portal/shared/platform/region.ts";

export type Party = Readonly<{ name: string; address: readonly string[]; vatNo: string | null }>;

/** What an invoice is made from. Amounts in minor units, VAT included; the day in words. */
export type InvoiceFacts = Readonly<{
  region: Region;
  currency: Currency;
  vatBps: number;
  orderNumber: number;
  day: string;
  total: number;
  supplier: Party & Readonly<{ companyNo: string | null }>;
  /** Null where the reader may not know it. */
  recipient: Party | null;
  lines: readonly Readonly<{ name: string; quantity: number; amount: number }>[];
}>;

/**
 * `full` names the recipient and the value of each line, `abridged` (South Africa) and `simplified`
 * (United Kingdom) need not; `plain` is of a shop without VAT.
 */
export type InvoiceForm = "full" | "abridged" | "simplified" | "plain";

/** Up to and with this much, the shorter form does. */
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
  // Who is not registered must not hand out tax invoices.
  if (vatBps === 0 || supplier.vatNo === null) return "plain";
  const shorter = shorterUpTo[region];
  return shorter && total <= shorter.most ? shorter.form : "full";
}

export type Invoice = Readonly<{
  form: InvoiceForm;
  title: "Tax invoice" | "VAT invoice" | "Invoice";
  supplier: readonly string[];
  /** Null where the form needs none. */
  recipient: readonly string[] | null;
  head: readonly string[];
  columns: readonly string[];
  rows: readonly (readonly string[])[];
  /** They add up to the cent: the last is what was charged. */
  sums: readonly (readonly [string, string])[];
}>;

/** The words of an invoice, in the form that its total asks for. */
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
    recipient: isFull ? recipientLines(recipient) : null,
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
            ["Value without VAT", money(value)],
            [`VAT ${rate}`, money(total - value)],
          ] as const)
        : []),
      [form === "simplified" ? `Total, with VAT at ${rate}` : "Total", money(total)],
    ],
  };
}

/** What the country calls an invoice that VAT may be claimed with. */
function titleOf(form: InvoiceForm, region: Region): Invoice["title"] {
  if (form === "plain") return "Invoice";
  return region === "uk" ? "VAT invoice" : "Tax invoice";
}

export function partyLines({ name, address, vatNo }: Party): string[] {
  return [name, ...address, ...(vatNo ? [`VAT no. ${vatNo}`] : [])].filter((line) => line !== "");
}

/** Whoever only holds the link is shown nobody's name. */
export function recipientLines(recipient: Party | null): string[] {
  return recipient
    ? partyLines(recipient)
    : ["Not shown to whoever opens this by link. Ask us for the copy with your details."];
}
