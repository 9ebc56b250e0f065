import { monthInWords } from "@portal/shared/platform/calendar.ts";
import { api, type ApiOutputs } from "../../../api/api.ts";
import { useRegionWords } from "../../../session/use-region-words.ts";
import { Failure } from "../../../ui/failure.tsx";
import { DataList, type ListColumn } from "../../../ui/list/data-list.tsx";
import { Loading } from "../../../ui/loading.tsx";
import { MoneyText } from "../../../ui/money-text.tsx";
import { useMemo, useState } from "react";
import classes from "./statements.module.css";

type CentsReport = ApiOutputs["statements"]["cents"];
type Row = CentsReport["months"][number] & Pick<CentsReport, "currency">;

const pageSize = 12;

/** What rounding to whole cents or pence left over, month by month. */
export function Cents() {
  const answer = api.statements.cents.useQuery();
  const [page, setPage] = useState(1);
  const report = answer.data;
  const { cents } = useRegionWords();
  const columns = useMemo(() => columnsIn(cents), [cents]);
  return (
    <section className={classes.part} aria-labelledby="cents">
      <h2 id="cents" className={classes.heading}>
        {cents === "pence" ? "Pence" : "Cents"} of rounding
      </h2>
      <p className={classes.hint}>
        Exact commission less the rounded amounts. Above zero, members got that much less than the
        exact share; below zero, more.
      </p>
      {report ? (
        <DataList
          label="months of rounding"
          columns={columns}
          rowKey={({ month }) => month}
          answer={{
            error: answer.error,
            isFetching: answer.isFetching,
            refetch: answer.refetch,
            data: {
              total: report.months.length,
              rows: report.months
                .toReversed()
                .slice((page - 1) * pageSize, page * pageSize)
                .map((row) => ({ ...row, currency: report.currency })),
            },
          }}
          page={page}
          pageSize={pageSize}
          onPage={setPage}
          empty={<p className={classes.hint}>No commission yet, so nothing was rounded.</p>}
        />
      ) : answer.error ? (
        <Failure what="the rounding" error={answer.error} onRetry={() => void answer.refetch()} />
      ) : (
        <Loading what="the rounding" lines={4} />
      )}
    </section>
  );
}

const columnsIn = (cents: string): readonly ListColumn<Row>[] => [
  { id: "month", header: "Month", onCard: "title", cell: ({ month }) => monthInWords(month) },
  {
    id: "entries",
    header: "Entries",
    align: "end",
    onCard: "none",
    cell: ({ entries }) => String(entries),
  },
  {
    id: "amount",
    header: "Commission",
    align: "end",
    onCard: "fact",
    cell: ({ amount, currency }) => <MoneyText minor={amount} currency={currency} />,
  },
  {
    id: "residual",
    header: `Left over, in ${cents}`,
    align: "end",
    onCard: "fact",
    cell: ({ residual }) => residual.replace("-", "−").replace(/(\.\d\d)\d+$/, "$1"),
  },
];
