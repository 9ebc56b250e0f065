import { rateInWords } from "@portal/shared/catalogue/vat-registration.ts";
import type { DocumentKind } from "@portal/shared/money/books.ts";
import { type Day, dayOf } from "@portal/shared/platform/calendar.ts";
import { harmlessCsvText } from "@portal/shared/platform/harmless-text.ts";
import { type Currency, decimalText } from "@portal/shared/platform/money.ts";
import { documentWords } from "../books/document-register.rules.ts";
import { csvOf } from "../books/journal-files.rules.ts";
import { bookedDay, type Calendar } from "../statements/statement.rules.ts";
import { type SelfBilledPayment, splitOf } from "./self-billed-invoice.rules.ts";

/** A self-billed document of the register. A credit note is negative. Amounts in minor units. */
export type SelfBilledRow = Readonly<{
  number: string;
  kind: Extract<DocumentKind, "invoice" | "credit-note">;
  payoutId: string;
  memberId: number;
  /** As on the document; null once the member is erased. */
  supplier: Readonly<{ name: string; vatNumber: string }> | null;
  /** The invoice that a credit note takes back. */
  creditedInvoice: string | null;
  position: number;
  ownDay: Day;
  postingDate: Day;
  vatBps: number;
  gross: number;
  net: number;
  vat: number;
}>;

/** The documents of one member's self-billed payouts on their booked days; they know nothing of the supplier. */
export function selfBilledRowsOf(
  calendar: Calendar,
  memberId: number,
  payments: readonly SelfBilledPayment[],
): readonly SelfBilledRow[] {
  return payments.flatMap((payment) => {
    const { payoutId, vatBps, creditNote } = payment;
    const { value, vat, total } = splitOf(payment);
    const of = { payoutId, memberId, supplier: null, vatBps } as const;
    const invoice: SelfBilledRow = {
      ...of,
      ...datesOf(calendar, payment),
      kind: "invoice",
      number: payment.number,
      creditedInvoice: null,
      gross: total,
      net: value,
      vat,
    };
    if (!creditNote) return [invoice];
    const takenBack: SelfBilledRow = {
      ...of,
      ...datesOf(calendar, creditNote),
      kind: "credit-note",
      number: creditNote.number,
      creditedInvoice: payment.number,
      gross: -total,
      net: -value,
      vat: -vat,
    };
    return [invoice, takenBack];
  });
}

function datesOf(calendar: Calendar, { at, position }: Readonly<{ at: string; position: number }>) {
  const ownDay = dayOf(at, calendar.timeZone);
  return { position, ownDay, postingDate: bookedDay(calendar, { day: ownDay, position }) };
}

/** What the documents are together. */
export function selfBilledSumsOf(rows: readonly SelfBilledRow[]) {
  const sumOf = (column: "gross" | "net" | "vat") =>
    rows.reduce((sum, row) => sum + row[column], 0);
  return { gross: sumOf("gross"), net: sumOf("net"), vat: sumOf("vat") };
}

/** The register as CSV, one document on a line: `vat` adds up to the input VAT that the documents prove. */
export function selfBilledFile(rows: readonly SelfBilledRow[], currency: Currency): string {
  return csvOf(
    [
      "document",
      "kind",
      "postingDate",
      "ownDay",
      "member",
      "name",
      "vatNumber",
      "creditedInvoice",
      "rate",
      "inclVat",
      "exclVat",
      "vat",
      "currency",
    ],
    rows.map((row) => [
      row.number,
      documentWords[row.kind],
      row.postingDate,
      row.ownDay,
      String(row.memberId),
      harmlessCsvText(row.supplier?.name ?? ""),
      harmlessCsvText(row.supplier?.vatNumber ?? ""),
      row.creditedInvoice ?? "",
      rateInWords(row.vatBps),
      ...[row.gross, row.net, row.vat].map(decimalText),
      currency,
    ]),
  );
}
