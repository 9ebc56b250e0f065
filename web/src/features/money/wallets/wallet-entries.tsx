import { keepPreviousData } from "@tanstack/react-query";
import { type RefObject, useEffect, useRef, useState } from "react";
import { useSearch } from "wouter";
import { api, type ApiOutputs } from "../../../api/api.ts";
import { DayText } from "../../../ui/day-text.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Empty } from "../../../ui/empty.tsx";
import { DataList, type ListColumn } from "../../../ui/list/data-list.tsx";
import { useListState } from "../../../ui/list/use-list-state.ts";
import { MoneyText } from "../../../ui/money-text.tsx";
import { EntryExplanation } from "./entry-explanation.tsx";
import { EntryQuestions } from "./entry-questions.tsx";
import { EntryFilters } from "./entry-filters.tsx";
import { kindWords, levelWords, percentWords, type WalletEntry } from "./entry-rules.ts";
import { countWords, filterOf } from "./wallet-view.ts";
import classes from "./wallet.module.css";

const pageSize = 20;
const noSorts = { sorts: [], defaultSort: { by: "newest", direction: "desc" } } as const;

const noFilter = { search: null, mode: null, level: null, kind: null, month: null, payout: null };

const columns: readonly ListColumn<WalletEntry>[] = [
  {
    id: "day",
    header: "Date",
    onCard: "fact",
    cell: (entry) => <DayText value={entry.occurredAt} />,
  },
  { id: "order", header: "Order", onCard: "title", cell: (entry) => `Order ${entry.orderNumber}` },
  { id: "kind", header: "What", onCard: "fact", cell: (entry) => kindWords(entry.kind) },
  {
    id: "seller",
    header: "Sold by",
    onCard: "fact",
    cell: (entry) =>
      `${entry.sellerName ?? `Member ${entry.sellerId}`}, ${levelWords(entry.sellerLevel).toLowerCase()}`,
  },
  {
    id: "value",
    header: "Value",
    align: "end",
    onCard: "none",
    cell: (entry) => <MoneyText minor={entry.value} currency={entry.currency} />,
  },
  {
    id: "rate",
    header: "Rate",
    align: "end",
    onCard: "none",
    cell: (entry) => percentWords(entry.rateBps),
  },
  {
    id: "amount",
    header: "Amount",
    align: "end",
    onCard: "status",
    cell: (entry) => (
      <strong>
        <MoneyText minor={entry.amount} currency={entry.currency} />
      </strong>
    ),
  },
];

/** Every cent, entry by entry; each opens to the reason for it. */
export function WalletEntries() {
  const list = useListState<"newest">(noSorts);
  const [openKey, setOpenKey] = useState<string | null>(null);
  const filter = filterOf(list);
  const { mode, level, kind, month, payout } = filter;
  const entries = api.wallet.entries.useQuery(
    {
      page: list.page,
      pageSize,
      mode,
      ...(list.search && { search: list.search }),
      ...(level !== null && { level }),
      ...(kind !== null && { kind }),
      ...(month !== null && { month }),
      ...(payout !== null && { payout }),
    },
    { placeholderData: keepPreviousData },
  );
  const open = entries.data?.rows.find((entry) => keyOf(entry) === openKey) ?? null;
  const isFiltered =
    list.search !== "" || mode !== "total" || [level, kind, month, payout].some(Boolean);
  const heading = useRef<HTMLHeadingElement>(null);
  useFiguresLeadHere(heading);

  return (
    <section className={classes.part} aria-labelledby="entries">
      <h2 id="entries" ref={heading} tabIndex={-1} className={classes.heading}>
        Commission, entry by entry
      </h2>
      <EntryFilters list={list} filter={filter} />
      {isFiltered && entries.data && entries.data.total > 0 && <Sum page={entries.data} />}
      <DataList
        label="entries"
        columns={columns}
        rowKey={keyOf}
        rowName={(entry) => `${kindWords(entry.kind)}, order ${entry.orderNumber}`}
        answer={entries}
        page={list.page}
        pageSize={pageSize}
        onPage={list.goToPage}
        onOpen={(entry) => setOpenKey(keyOf(entry))}
        onClearFilters={isFiltered ? () => list.change(noFilter) : undefined}
        empty={
          <Empty title="Your commission will be listed here">
            <p>It starts with the first order that is paid under your link.</p>
          </Empty>
        }
      />
      {open && (
        <Dialog
          shape="sheet"
          title={`Why this amount, order ${open.orderNumber}`}
          onClose={() => setOpenKey(null)}
        >
          <EntryExplanation entry={open} />
          <EntryQuestions entry={open} />
        </Dialog>
      )}
    </section>
  );
}

/** The figure that these entries add up to. */
function Sum(props: { page: ApiOutputs["wallet"]["entries"] }) {
  const { rows, total, sum } = props.page;
  const [first] = rows;
  if (!first) return null;
  return (
    <p className={classes.hint} role="status">
      {total === 1 ? "1 entry" : `${countWords(total)} entries`}, together{" "}
      <strong>
        <MoneyText minor={sum} currency={first.currency} />
      </strong>
    </p>
  );
}

/** A figure's link changes the address only; whoever followed it wants to see the entries. */
function useFiguresLeadHere(heading: RefObject<HTMLHeadingElement | null>): void {
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
