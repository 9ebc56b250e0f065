import { Box, Text } from "@mantine/core";
import type { FirstAndLast } from "@portal/shared/platform/calendar.ts";
import type { Currency } from "@portal/shared/platform/money.ts";
import type { TaxHeadings } from "@portal/shared/platform/region.ts";
import { keepPreviousData } from "@tanstack/react-query";
import { useRegionWords } from "../../../session/use-region-words.ts";
import { api, type ApiOutputs } from "../../../api/api.ts";
import { Empty } from "../../../ui/empty.tsx";
import { Loaded } from "../../../ui/feedback.tsx";
import { DataList } from "../../../ui/list/data-list.tsx";
import type { ListColumn } from "../../../ui/list/list-columns.ts";
import type { ListState } from "../../../ui/list/list-controls.tsx";
import { DocumentLink, selfBilledAddress } from "../payouts/tax-invoice-link.tsx";
import {
  amountColumns,
  dayColumn,
  documentColumn,
  documentName,
  DocumentSums,
  rateColumn,
} from "./document-columns.tsx";

type Row = ApiOutputs["books"]["selfBilled"]["rows"][number];

const pageSize = 50;

/** The tax invoices that the shop wrote for members in a period, and their credit notes: what its input VAT is claimed with. */
export function SelfBilledRegister(props: {
  period: FirstAndLast;
  list: Pick<ListState, "page" | "goToPage">;
}) {
  const { period, list } = props;
  const { taxHeadings } = useRegionWords();
  const documents = api.books.selfBilled.useQuery(
    { ...period, page: list.page, pageSize },
    { placeholderData: keepPreviousData },
  );
  return (
    <Loaded query={documents} what="the documents" lines={8}>
      {({ rows, total, sums, currency, isClosed }) => (
        <>
          <Text size="sm" maw={760}>
            Tax invoices that you wrote for payouts of members, and their credit notes. They are in
            no figure of the VAT: your accountant claims their VAT as input tax. The package of a
            month has all their PDFs.
          </Text>
          {!isClosed && (
            <Text size="sm" c="dimmed">
              This period is not closed. Documents can still be added.
            </Text>
          )}
          {total > 0 && (
            <Box maw={420}>
              <DocumentSums sums={sums} currency={currency} />
            </Box>
          )}
          <DataList
            label="self-billed invoices"
            columns={columnsIn(currency, taxHeadings)}
            rowKey={({ number }) => number}
            answer={{ ...documents, data: { rows, total } }}
            list={list}
            pageSize={pageSize}
            isPart
            empty={
              <Empty title="No self-billed invoices in this period">
                One appears when you pay a member who agreed to it.
              </Empty>
            }
          />
        </>
      )}
    </Loaded>
  );
}

const columnsIn = (currency: Currency, headings: TaxHeadings): readonly ListColumn<Row>[] => [
  {
    ...documentColumn,
    // Erased with its member; the figures stay.
    cell: (row) =>
      row.supplier === null ? (
        documentName(row)
      ) : (
        <DocumentLink href={selfBilledAddress[row.kind](row.payoutId)}>
          {documentName(row)}
        </DocumentLink>
      ),
  },
  dayColumn,
  {
    id: "member",
    header: "Member",
    width: 208,
    onPhone: "fact",
    cell: ({ supplier, memberId }) => supplier?.name ?? `Member ${memberId}, erased`,
  },
  rateColumn,
  ...amountColumns<Row>(headings, () => currency),
];
