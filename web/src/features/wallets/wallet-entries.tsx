import { keepPreviousData } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../api/api.ts";
import { DayText } from "../../ui/day-text.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Empty } from "../../ui/empty.tsx";
import { DataList, type ListColumn } from "../../ui/list/data-list.tsx";
import { SearchBox } from "../../ui/list/search-box.tsx";
import { useListState } from "../../ui/list/use-list-state.ts";
import { MoneyText } from "../../ui/money-text.tsx";
import { EntryExplanation } from "./entry-explanation.tsx";
import { kindWords, levelWords, percentWords, type WalletEntry } from "./entry-rules.ts";
import classes from "./wallet.module.css";

const pageSize = 20;
const noSorts = { sorts: [], defaultSort: { by: "newest", direction: "desc" } } as const;

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
  const [open, setOpen] = useState<WalletEntry | null>(null);
  const entries = api.wallet.entries.useQuery(
    { page: list.page, pageSize, ...(list.search ? { search: list.search } : {}) },
    { placeholderData: keepPreviousData },
  );

  return (
    <section className={classes.part} aria-labelledby="entries">
      <div className={classes.listTop}>
        <h2 id="entries" className={classes.heading}>
          Commission, entry by entry
        </h2>
        <SearchBox
          label="Search entries"
          placeholder="Order number or name"
          value={list.search}
          onSearch={(search) => list.change({ search })}
        />
      </div>
      <DataList
        label="entries"
        columns={columns}
        rowKey={(entry) => `${entry.position}-${entry.entryNo}`}
        rowName={(entry) => `${kindWords(entry.kind)}, order ${entry.orderNumber}`}
        answer={entries}
        page={list.page}
        pageSize={pageSize}
        onPage={list.goToPage}
        onOpen={setOpen}
        onClearFilters={list.search ? () => list.change({ search: null }) : undefined}
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
          onClose={() => setOpen(null)}
        >
          <EntryExplanation entry={open} />
        </Dialog>
      )}
    </section>
  );
}
