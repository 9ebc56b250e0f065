import { entryWords, percentWords } from "@portal/shared/network/commission-words.ts";
import { useState } from "react";
import { DayText } from "../../../ui/day-text.tsx";
import { Empty } from "../../../ui/empty.tsx";
import { DataList, type ListColumn } from "../../../ui/list/data-list.tsx";
import { MoneyText } from "../../../ui/money-text.tsx";
import type { Statement } from "./statement-page.tsx";
import classes from "./statements.module.css";

type Row = Statement["entries"][number] &
  Readonly<{ seller: string; isLate: boolean; currency: Statement["currency"] }>;

const pageSize = 50;

/** Every entry of the month with its order. They are all there already; only the page turns. */
export function StatementEntries({ statement }: { statement: Statement }) {
  const { entries, currency, from, names } = statement;
  const [page, setPage] = useState(1);
  const rows = entries.slice((page - 1) * pageSize, page * pageSize).map((entry) => ({
    ...entry,
    currency,
    isLate: entry.occurredAt < from,
    seller: names[entry.sellerId] ?? `Member ${entry.sellerId}`,
  }));
  return (
    <section className={classes.part} aria-labelledby="entries">
      <h2 id="entries" className={classes.heading}>
        Commission
      </h2>
      <DataList
        label="entries"
        columns={columns}
        rowKey={({ position, entryNo }) => `${position}-${entryNo}`}
        answer={{
          data: { rows, total: entries.length },
          error: null,
          isFetching: false,
          refetch: () => {},
        }}
        page={page}
        pageSize={pageSize}
        onPage={setPage}
        empty={<Empty title="No commission in this month" />}
      />
    </section>
  );
}

const columns: readonly ListColumn<Row>[] = [
  {
    id: "day",
    header: "Date",
    onCard: "fact",
    cell: ({ occurredAt, isLate }) => (
      <>
        <DayText value={occurredAt} />
        {isLate && <span className={classes.late}>came late</span>}
      </>
    ),
  },
  {
    id: "order",
    header: "Order",
    onCard: "title",
    cell: ({ orderNumber }) => `Order ${orderNumber}`,
  },
  { id: "kind", header: "What for", onCard: "status", cell: entryWords },
  { id: "seller", header: "Sold by", onCard: "none", cell: ({ seller }) => seller },
  {
    id: "value",
    header: "Value",
    align: "end",
    onCard: "none",
    cell: ({ value, currency }) => <MoneyText minor={value} currency={currency} />,
  },
  {
    id: "rate",
    header: "Rate",
    align: "end",
    onCard: "none",
    cell: ({ rateBps }) => percentWords(rateBps),
  },
  {
    id: "amount",
    header: "Amount",
    align: "end",
    onCard: "fact",
    cell: ({ amount, currency }) => (
      <strong>
        <MoneyText minor={amount} currency={currency} />
      </strong>
    ),
  },
];
