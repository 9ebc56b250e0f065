import { Stack } from "@mantine/core";
import type { Currency } from "@portal/shared/platform/money.ts";
import type { FirstAndLast } from "@portal/shared/platform/calendar.ts";
import { keepPreviousData } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import type { TaxHeadings } from "@portal/shared/platform/region.ts";
import { useRegionWords } from "../../../session/use-region-words.ts";
import { api, type ApiOutputs } from "../../../api/api.ts";
import { Empty } from "../../../ui/empty.tsx";
import { Loaded } from "../../../ui/feedback.tsx";
import { DataList } from "../../../ui/list/data-list.tsx";
import type { ListColumn } from "../../../ui/list/list-columns.ts";
import { Sheet } from "../../../ui/sheet.tsx";
import {
  amountColumns,
  dayColumn,
  documentColumn,
  DocumentSums,
  orderColumn,
} from "./document-columns.tsx";
import type { VatFigure } from "./vat-figures.ts";

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
            <DocumentSums sums={sums} currency={currency} />
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

const columnsIn = (
  currency: Currency,
  headings: TaxHeadings,
): readonly ListColumn<VatDocument>[] => [
  documentColumn,
  { ...dayColumn, width: 116 },
  orderColumn,
  ...amountColumns<VatDocument>(headings, () => currency, 112),
];
