import { rateInWords } from "@portal/shared/catalogue/vat-registration.ts";
import type { DocumentKind } from "@portal/shared/money/books.ts";
import type { Day } from "@portal/shared/platform/calendar.ts";
import type { Currency } from "@portal/shared/platform/money.ts";
import type { TaxHeadings } from "@portal/shared/platform/region.ts";
import { useRegionWords } from "../../../session/use-region-words.ts";
import { Facts } from "../../../ui/facts.tsx";
import type { ListColumn } from "../../../ui/list/list-columns.ts";
import { MoneyText } from "../../../ui/money-text.tsx";
import { OrderLink } from "./order-link.tsx";
import { PostedDay } from "./posted-day.tsx";

type Named = Readonly<{ kind: DocumentKind; number: string }>;
type Amounts = Readonly<{ net: number; vat: number; gross: number }>;

const kindWords: Readonly<Record<DocumentKind, string>> = {
  invoice: "Invoice",
  "credit-note": "Credit note",
  "cancelled-invoice": "Cancelled invoice",
};

export function documentName({ kind, number }: Named): string {
  return `${kindWords[kind]} ${number}`;
}

export const documentColumn: ListColumn<Named> = {
  id: "number",
  header: "Document",
  width: "rest",
  onPhone: "title",
  cell: documentName,
};

export const dayColumn: ListColumn<Readonly<{ postingDate: Day; ownDay: Day }>> = {
  id: "day",
  header: "Date",
  width: 132,
  onPhone: "fact",
  cell: ({ postingDate, ownDay }) => <PostedDay postingDate={postingDate} ownDay={ownDay} />,
};

export const orderColumn: ListColumn<
  Readonly<{ orderId: string | null; orderNumber: number | null }>
> = {
  id: "order",
  header: "Order",
  width: 92,
  onPhone: "fact",
  cell: ({ orderId, orderNumber }) =>
    orderId !== null &&
    orderNumber !== null && <OrderLink orderId={orderId} orderNumber={orderNumber} />,
};

export const rateColumn: ListColumn<Readonly<{ vatBps: number | null }>> = {
  id: "rate",
  header: "Rate",
  align: "end",
  width: 72,
  onPhone: "none",
  cell: ({ vatBps }) => rateInWords(vatBps),
};

/** Without the tax, the tax, and with it. */
export function amountColumns<Row extends Amounts>(
  headings: TaxHeadings,
  currencyOf: (row: Row) => Currency,
  width = 116,
): readonly ListColumn<Row>[] {
  const column = (id: keyof Amounts, header: string): ListColumn<Row> => ({
    id,
    header,
    align: "end",
    width,
    onPhone: id === "gross" ? "amount" : "none",
    cell: (row) => <MoneyText minor={row[id]} currency={currencyOf(row)} />,
  });
  return [
    { ...column("net", headings.excl), onlyWide: true },
    column("vat", headings.tax),
    column("gross", headings.incl),
  ];
}

/** The sums of documents of one currency. */
export function DocumentSums({ sums, currency }: { sums: Amounts; currency: Currency }) {
  const { taxHeadings } = useRegionWords();
  const money = (minor: number) => <MoneyText minor={minor} currency={currency} />;
  return (
    <Facts
      amounts
      facts={[
        { name: taxHeadings.excl, value: money(sums.net) },
        { name: taxHeadings.tax, value: money(sums.vat) },
        { name: taxHeadings.incl, value: money(sums.gross), isSum: true },
      ]}
    />
  );
}
