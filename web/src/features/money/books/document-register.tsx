import { Box, Group, NativeSelect, Stack, Text } from "@mantine/core";
import type { DocumentKind } from "@portal/shared/money/books.ts";
import type { FirstAndLast } from "@portal/shared/platform/calendar.ts";
import { orderReference } from "@portal/shared/platform/order-reference.ts";
import { keepPreviousData } from "@tanstack/react-query";
import { hasVat, type TaxHeadings } from "@portal/shared/platform/region.ts";
import { roleWords } from "@portal/shared/platform/roles.ts";
import { useMemo } from "react";
import { useRegionWords } from "../../../session/use-region-words.ts";
import { useShopSettings } from "../../../session/use-shop-settings.ts";
import { api, type ApiOutputs } from "../../../api/api.ts";
import { DayText } from "../../../ui/days.tsx";
import { Archives } from "../archives/archives.tsx";
import { Empty } from "../../../ui/empty.tsx";
import { Loaded } from "../../../ui/feedback.tsx";
import { DataList } from "../../../ui/list/data-list.tsx";
import type { ListColumn } from "../../../ui/list/list-columns.ts";
import { type ListState, useListState } from "../../../ui/list/list-controls.tsx";
import { PeriodFields, periodIn } from "./books-period.tsx";
import {
  amountColumns,
  dayColumn,
  documentColumn,
  DocumentSums,
  orderColumn,
  rateColumn,
} from "./document-columns.tsx";
import { ExportFiles } from "./export-files.tsx";
import { OrderLink } from "./order-link.tsx";
import { SelfBilledRegister } from "./self-billed-register.tsx";

type RegisterRow = ApiOutputs["books"]["documents"]["rows"][number];
type UnusedNumber = ApiOutputs["books"]["unusedNumbers"]["rows"][number];

const pageSize = 50;

const choices = [
  { value: "all", label: "All documents" },
  { value: "invoice", label: "Invoices" },
  { value: "credit-note", label: "Credit notes" },
  { value: "cancelled-invoice", label: "Cancelled invoices" },
  { value: "unused", label: "Unused numbers" },
  { value: "self-billed", label: "Self-billed invoices" },
] as const;

/**
 * Invoices, credit notes and cancelled invoices of a period, the order numbers that are on none, and, where there is VAT, the
 * invoices that the shop wrote for members.
 */
export function DocumentRegister() {
  const list = useListState();
  const region = useShopSettings()?.region ?? "za";
  const chosen = periodIn(list.param);
  const { from, to } = chosen;
  const offered = choices.filter(({ value }) => value !== "self-billed" || hasVat[region]);
  const show = offered.find(({ value }) => value === list.param("show"))?.value ?? "all";
  return (
    <Stack gap="md">
      <Group align="flex-end" gap="sm">
        <PeriodFields chosen={chosen} onChange={list.change} />
        <NativeSelect
          label="Show"
          value={show}
          data={offered}
          onChange={({ currentTarget: { value } }) =>
            list.change({ show: value === "all" ? null : value })
          }
        />
        <ExportRegister from={from} to={to} />
      </Group>
      {show === "unused" && <UnusedNumbers period={{ from, to }} list={list} />}
      {show === "self-billed" && <SelfBilledRegister period={{ from, to }} list={list} />}
      {show !== "unused" && show !== "self-billed" && (
        <DocumentsOf period={{ from, to }} kind={show === "all" ? null : show} list={list} />
      )}
      {show !== "self-billed" && (
        <Archives
          title="All PDFs as one file"
          note="We write every document of this period as a PDF, with the register and a list of all files."
          choices={[{ label: "Export PDFs", asked: { kind: "documents", from, to } }]}
        />
      )}
    </Stack>
  );
}

/** Saves each register of the period as a file. */
function ExportRegister(period: FirstAndLast) {
  const utils = api.useUtils();
  return (
    <ExportFiles
      label="Export CSV"
      what="the files"
      ask={() => utils.books.documentFiles.fetch(period, { staleTime: 0 })}
    />
  );
}

type Pages = Pick<ListState, "page" | "goToPage">;

function DocumentsOf(props: { period: FirstAndLast; kind: DocumentKind | null; list: Pages }) {
  const { period, kind, list } = props;
  const { taxHeadings } = useRegionWords();
  const columns = useMemo(() => documentColumns(taxHeadings), [taxHeadings]);
  const documents = api.books.documents.useQuery(
    { ...period, kind, page: list.page, pageSize },
    { placeholderData: keepPreviousData },
  );
  return (
    <Loaded query={documents} what="the documents" lines={8}>
      {({ rows, total, sums, isClosed }) => (
        <>
          {!isClosed && (
            <Text size="sm" c="dimmed">
              This period is not closed. Documents can still be added.
            </Text>
          )}
          {sums.map((each) => (
            <Box key={each.currency} maw={420}>
              <DocumentSums sums={each} currency={each.currency} />
            </Box>
          ))}
          <DataList
            label="documents"
            columns={columns}
            rowKey={({ number }) => number}
            answer={{ ...documents, data: { rows, total } }}
            list={list}
            pageSize={pageSize}
            isPart
            empty={
              <Empty title="No documents in this period">
                An invoice appears on the day its order is paid.
              </Empty>
            }
          />
        </>
      )}
    </Loaded>
  );
}

const buyerWords: Readonly<Record<NonNullable<RegisterRow["buyer"]>, string>> = {
  guest: "Guest",
  ...roleWords,
};

const documentColumns = (headings: TaxHeadings): readonly ListColumn<RegisterRow>[] => [
  documentColumn,
  dayColumn,
  orderColumn,
  {
    id: "buyer",
    header: "Buyer",
    width: 108,
    onPhone: "fact",
    cell: ({ buyer }) => buyer && buyerWords[buyer],
  },
  rateColumn,
  ...amountColumns<RegisterRow>(headings, ({ currency }) => currency),
];

function UnusedNumbers({ period, list }: { period: FirstAndLast; list: Pages }) {
  const unused = api.books.unusedNumbers.useQuery(
    { ...period, page: list.page, pageSize },
    { placeholderData: keepPreviousData },
  );
  return (
    <>
      <Text size="sm" maw={760}>
        Invoices have the number of their order. These orders were placed in this period and had no
        invoice at its end. Numbers that a restore skipped are no orders.
      </Text>
      <DataList
        label="unused numbers"
        columns={unusedColumns}
        rowKey={({ orderNumber }) => String(orderNumber)}
        answer={unused}
        list={list}
        pageSize={pageSize}
        isPart
        empty={
          <Empty title="No unused numbers">
            Every order that was placed in this period has an invoice.
          </Empty>
        }
      />
    </>
  );
}

const reasonWords: Readonly<Record<UnusedNumber["reason"], string>> = {
  unpaid: "Not paid in full",
  cancelled: "Cancelled",
  free: "Nothing to pay",
  test: "Test order",
  restored: "Skipped at a restore",
};

function rangeWords(first: number, last: number): string {
  return `${orderReference(first)} to ${orderReference(last)}`;
}

const unusedColumns: readonly ListColumn<UnusedNumber>[] = [
  {
    id: "order",
    header: "Order",
    width: 132,
    onPhone: "title",
    cell: ({ orderId, orderNumber, lastNumber }) =>
      orderId === null ? (
        rangeWords(orderNumber, lastNumber ?? orderNumber)
      ) : (
        <OrderLink orderId={orderId} orderNumber={orderNumber} />
      ),
  },
  {
    id: "reason",
    header: "Reason",
    width: "rest",
    onPhone: "fact",
    cell: ({ reason }) => reasonWords[reason],
  },
  {
    id: "placed",
    header: "Placed",
    width: 156,
    onPhone: "amount",
    cell: ({ ownDay }) => <DayText value={ownDay} />,
  },
];
