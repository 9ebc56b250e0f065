import { Stack } from "@mantine/core";
import type { Currency } from "@portal/shared/platform/money.ts";
import type { FirstAndLast } from "@portal/shared/platform/calendar.ts";
import { keepPreviousData } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import type { TaxHeadings } from "@portal/shared/platform/region.ts";
import { useRegionWords } from "../../../session/use-region-words.ts";
import { api, type ApiOutputs } from "../../../api/api.ts";
import { Empty } from "../../../ui/empty.tsx";
import { Facts } from "../../../ui/facts.tsx";
import { Loaded } from "../../../ui/feedback.tsx";
import { DataList } from "../../../ui/list/data-list.tsx";
import type { ListColumn } from "../../../ui/list/list-columns.ts";
import { MoneyText } from "../../../ui/money-text.tsx";
import { Sheet } from "../../../ui/sheet.tsx";
import type { VatFigure } from "./vat-figures.ts";
import { OrderLink } from "./order-link.tsx";
import { PostedDay } from "./posted-day.tsx";

type VatDocument = ApiOutputs["books"]["vatDocuments"]["rows"][number];

const pageSize = 50;

/** The documents behind a figure, and their sums. */
export function VatDocumentsSheet(props: {
  figure: VatFigure;
  period: FirstAndLast;
  onClose: () => void;
}) {
  const { name, currency, vatBps, supplies, kind } = props.figure;
  const [page, goToPage] = useState(1);
  const documents = api.books.vatDocuments.useQuery(
    { ...props.period, currency, vatBps, supplies, kind, page, pageSize },
    { placeholderData: keepPreviousData },
  );
  const { taxHeadings } = useRegionWords();
  const columns = useMemo(() => columnsIn(currency, taxHeadings), [currency, taxHeadings]);
  return (
    <Sheet title={name} size={760} onClose={props.onClose}>
      <Loaded query={documents} what="the documents" lines={6}>
        {({ rows, total, sums }) => (
          <Stack gap="lg">
            <Facts
              amounts
              facts={[
                {
                  name: taxHeadings.excl,
                  value: <MoneyText minor={sums.net} currency={currency} />,
                },
                {
                  name: taxHeadings.tax,
                  value: <MoneyText minor={sums.vat} currency={currency} />,
                },
                {
                  name: taxHeadings.incl,
                  value: <MoneyText minor={sums.gross} currency={currency} />,
                  isSum: true,
                },
              ]}
            />
            <DataList
              label="documents"
              columns={columns}
              rowKey={({ number }) => number}
              answer={{ ...documents, data: { rows, total } }}
              list={{ page, goToPage }}
              pageSize={pageSize}
              isPart
              empty={
                <Empty title="No documents">This figure has no documents in this period.</Empty>
              }
            />
          </Stack>
        )}
      </Loaded>
    </Sheet>
  );
}

const kindWords: Readonly<Record<VatDocument["kind"], string>> = {
  invoice: "Invoice",
  "credit-note": "Credit note",
  "cancelled-invoice": "Cancelled invoice",
};

const columnsIn = (
  currency: Currency,
  headings: TaxHeadings,
): readonly ListColumn<VatDocument>[] => {
  const money = (id: "net" | "vat" | "gross", header: string): ListColumn<VatDocument> => ({
    id,
    header,
    align: "end",
    width: 112,
    onPhone: id === "gross" ? "amount" : "none",
    cell: (document) => <MoneyText minor={document[id]} currency={currency} />,
  });
  return [
    {
      id: "number",
      header: "Document",
      width: "rest",
      onPhone: "title",
      cell: ({ kind, number }) => `${kindWords[kind]} ${number}`,
    },
    {
      id: "day",
      header: "Date",
      width: 116,
      onPhone: "fact",
      cell: ({ postingDate, ownDay }) => <PostedDay postingDate={postingDate} ownDay={ownDay} />,
    },
    {
      id: "order",
      header: "Order",
      width: 92,
      onPhone: "fact",
      cell: ({ orderId, orderNumber }) =>
        orderId !== null &&
        orderNumber !== null && <OrderLink orderId={orderId} orderNumber={orderNumber} />,
    },
    { ...money("net", headings.excl), onlyWide: true },
    money("vat", headings.tax),
    money("gross", headings.incl),
  ];
};
