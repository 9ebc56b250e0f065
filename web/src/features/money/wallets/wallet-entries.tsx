import { Stack, Text, Title } from "@mantine/core";
import { percentWords } from "@portal/shared/network/commission-words.ts";
import { monthInWords } from "@portal/shared/platform/calendar.ts";
import { walletKinds } from "@portal/shared/money/wallet-terms.ts";
import { keepPreviousData } from "@tanstack/react-query";
import { type RefObject, useEffect, useRef, useState } from "react";
import { useSearch } from "wouter";
import { api, type ApiOutputs } from "../../../api/api.ts";
import { DayText } from "../../../ui/days.tsx";
import { Empty } from "../../../ui/empty.tsx";
import { DataList } from "../../../ui/list/data-list.tsx";
import type { ListColumn } from "../../../ui/list/list-columns.ts";
import { type ListState, useListState } from "../../../ui/list/list-controls.tsx";
import { ListSearch } from "../../../ui/list/list-search.tsx";
import { oneOfFilter, switchFilter } from "../../../ui/list/list-filters.tsx";
import { ListTools } from "../../../ui/list/list-tools.tsx";
import { useOpenRow } from "../../../ui/list/use-open-row.ts";
import { MoneyText } from "../../../ui/money-text.tsx";
import { levelWords } from "../../people/users/role-words.ts";
import { useIsPhone } from "../../../ui/use-is-phone.ts";
import { EntrySheet } from "./entry-sheet.tsx";
import { kindWords, levelsWords, type WalletEntry } from "./entry-rules.ts";
import { countWords } from "../../../digit-groups.ts";
import { entriesInput, type EntryFilter, filterOf, levels } from "./wallet-queries.ts";

const noFilter = { search: null, mode: null, level: null, kind: null, month: null, payout: null };

const columns: readonly ListColumn<WalletEntry>[] = [
  {
    id: "order",
    header: "Order",
    width: 112,
    onPhone: "title",
    cell: (entry) => `Order ${entry.orderNumber}`,
  },
  {
    id: "day",
    header: "Date",
    width: 120,
    onPhone: "fact",
    cell: (entry) => <DayText value={entry.occurredAt} />,
  },
  {
    id: "kind",
    header: "Type",
    width: 168,
    onPhone: "fact",
    cell: (entry) => kindWords(entry.kind),
  },
  {
    id: "seller",
    header: "Sold by",
    width: "rest",
    onPhone: "fact",
    cell: (entry) =>
      `${entry.sellerName ?? `Member ${entry.sellerId}`}, ${levelWords(entry.sellerLevel).toLowerCase()}`,
  },
  {
    id: "value",
    header: "Value",
    onlyWide: true,
    align: "end",
    width: 112,
    onPhone: "none",
    cell: (entry) => <MoneyText minor={entry.value} currency={entry.currency} />,
  },
  {
    id: "rate",
    header: "Rate",
    align: "end",
    width: 72,
    onPhone: "none",
    cell: (entry) => percentWords(entry.rateBps),
  },
  {
    id: "amount",
    header: "Amount",
    align: "end",
    width: 112,
    onPhone: "amount",
    cell: (entry) => (
      <Text span inherit fw={550}>
        <MoneyText minor={entry.amount} currency={entry.currency} />
      </Text>
    ),
  },
];

/** All commission entries; a row opens its explanation. */
export function WalletEntries(props: {
  /** Another member, when the office looks at the wallet. */
  memberId?: number;
}) {
  const { memberId } = props;
  const isOwn = memberId === undefined;
  const list = useListState();
  const input = entriesInput(list, useIsPhone(), memberId);
  const [openKey, setOpenKey] = useState<string | null>(null);
  const filter = filterOf(list);
  const { mode, level, kind, month, payout } = filter;
  const entries = api.wallet.entries.useQuery(input, { placeholderData: keepPreviousData });
  const open = useOpenRow(openKey, entries.data?.rows, keyOf);
  const isFiltered =
    list.search !== "" || mode !== "total" || [level, kind, month, payout].some(Boolean);
  const heading = useRef<HTMLHeadingElement>(null);
  useFocusFromFigures(heading);

  return (
    <Stack role="region" gap="sm" aria-labelledby="entries">
      <Title order={2} id="entries" ref={heading} tabIndex={-1}>
        Commission history
      </Title>
      <EntryFilters list={list} filter={filter} total={entries.data?.total} isOwn={isOwn} />
      {isFiltered && entries.data && entries.data.total > 0 && <Sum page={entries.data} />}
      <DataList
        isPart
        label="entries"
        columns={columns}
        rowKey={keyOf}
        rowName={(entry) => `${kindWords(entry.kind)}, order ${entry.orderNumber}`}
        answer={entries}
        list={list}
        pageSize={input.pageSize}
        onOpen={(entry) => setOpenKey(keyOf(entry))}
        onClearFilters={isFiltered ? () => list.change(noFilter) : undefined}
        empty={
          <Empty title="No commission yet">
            {isOwn && "You’ll see it here when the first order from your link is paid."}
          </Empty>
        }
      />
      {open && <EntrySheet entry={open} isOwn={isOwn} onClose={() => setOpenKey(null)} />}
    </Stack>
  );
}

/** The sum of the listed entries, to compare with the figure that linked here. */
function Sum(props: { page: ApiOutputs["wallet"]["entries"] }) {
  const { rows, total, sum } = props.page;
  const [first] = rows;
  if (!first) return null;
  return (
    <Text size="sm" c="dimmed" role="status">
      {total === 1 ? "1 entry" : `${countWords(total)} entries`}, total{" "}
      <Text span inherit fw={600} c="bright">
        <MoneyText minor={sum} currency={first.currency} />
      </Text>
    </Text>
  );
}

/** The link of a figure changes the address only, so the entries are scrolled into view here. */
function useFocusFromFigures(heading: RefObject<HTMLHeadingElement | null>): void {
  const search = useSearch();
  useEffect(() => {
    if (search === "" || window.location.hash !== "#entries") return;
    heading.current?.scrollIntoView({ block: "start" });
    heading.current?.focus({ preventScroll: true });
  }, [search, heading]);
}

function keyOf({ position, entryNo }: WalletEntry): string {
  return `${position}-${entryNo}`;
}

const modeOptions = [
  { value: "current", label: "Since last payout" },
  { value: "historical", label: "Before last payout" },
] as const;

const typeOptions = [
  ...levels.map((level) => ({ value: `level-${level}`, label: `Sold at: ${levelsWords(level)}` })),
  ...walletKinds.map((kind) => ({ value: `kind-${kind}`, label: kindWords(kind) })),
];

/** The filters, including those set by the link of a figure. */
function EntryFilters(props: {
  list: Pick<ListState, "change" | "search">;
  filter: EntryFilter;
  total: number | undefined;
  isOwn: boolean;
}) {
  const { list, filter, total } = props;
  const { mode, level, kind, month, payout } = filter;
  const months = api.wallet.months.useQuery(undefined, { enabled: props.isOwn });
  const type = level !== null ? `level-${level}` : kind === null ? null : `kind-${kind}`;
  return (
    <ListTools
      label="entries"
      total={total}
      onClearAll={() => list.change(noFilter)}
      search={<ListSearch list={list} label="Search entries" placeholder="Order number or name" />}
      filters={[
        oneOfFilter({
          name: "Period",
          value: mode === "total" ? null : mode,
          options: modeOptions,
          onChange: (chosen) => list.change({ mode: chosen }),
        }),
        oneOfFilter({
          name: "Type",
          value: type,
          options: typeOptions,
          onChange: (chosen) => {
            const [name, value = ""] = chosen?.split("-") ?? [];
            list.change({
              level: name === "level" ? value : null,
              kind: name === "kind" ? value : null,
            });
          },
        }),
        ...(props.isOwn
          ? [
              oneOfFilter({
                name: "Month",
                value: month,
                options: monthOptions(months.data, month),
                onChange: (chosen) => list.change({ month: chosen }),
              }),
            ]
          : []),
        ...(payout === null
          ? []
          : [
              switchFilter({
                name: "One payout only",
                isOn: true,
                onChange: () => list.change({ payout: null }),
              }),
            ]),
      ]}
    />
  );
}

/** The months of the last year, newest first, and the month in the address. */
function monthOptions(known: ApiOutputs["wallet"]["months"] | undefined, chosen: string | null) {
  const months = (known ?? []).map(({ month }) => month).toReversed();
  const all = chosen === null || months.includes(chosen) ? months : [chosen, ...months];
  return all.map((value) => ({ value, label: monthInWords(value) }));
}
