import type { SalesGroup, SalesSort } from "@portal/shared/office/reports/sales-terms.ts";
import type { ApiOutputs } from "../../../api/api.ts";
import type { ListColumn } from "../../../ui/list/data-list.tsx";
import { MoneyText } from "../../../ui/money-text.tsx";
import { groupName, groupWords, levelWord, wholeNumber } from "./report-words.ts";
import classes from "./reports.module.css";

type Report = ApiOutputs["reports"]["sales"];
type SalesRow = Report["rows"][number];
/** A group, or the sum of all groups in one currency. */
export type ShownRow = SalesRow & Readonly<{ isTotal: boolean }>;

export function salesColumns(groupBy: SalesGroup): readonly ListColumn<ShownRow, SalesSort>[] {
  return [
    {
      id: "name",
      header: groupWords[groupBy],
      sortBy: "name",
      onCard: "title",
      cell: (row) => <Name groupBy={groupBy} row={row} />,
    },
    { ...number("orders", "Orders", ({ orders }) => orders), onCard: "none" },
    number("units", "Units", ({ units }) => units),
    amount("totalSales", "Total sales", ({ totalSales }) => totalSales),
    amount("commissionable", "Commissionable", ({ commissionable }) => commissionable),
    amount("charged", "Charged", ({ charged }) => charged),
    // A phone's card has room for the figures that matter most.
    { ...amount("delivery", "Delivery", ({ delivery }) => delivery), onCard: "none" },
    amount("refunds", "Refunds", ({ refunds }) => refunds),
  ];
}

function Name(props: { groupBy: SalesGroup; row: ShownRow }) {
  const { groupBy, row } = props;
  if (row.isTotal) return <strong>Total{groupBy === "region" ? `, ${row.currency}` : ""}</strong>;
  return (
    <>
      <span className={classes.name}>{groupName(groupBy, row)}</span>
      {row.memberLevel !== null && (
        <span className={classes.second}>
          {row.memberLevel === 4 ? "Stockist" : levelWord(row.memberLevel)}
        </span>
      )}
    </>
  );
}

type Figure = (row: SalesRow) => number;

function number(id: SalesSort, header: string, figure: Figure): ListColumn<ShownRow, SalesSort> {
  return {
    id,
    header,
    sortBy: id,
    align: "end",
    onCard: "fact",
    cell: (row) => (
      <span className="tabular" data-total={row.isTotal || undefined}>
        {wholeNumber(figure(row))}
      </span>
    ),
  };
}

function amount(id: SalesSort, header: string, figure: Figure): ListColumn<ShownRow, SalesSort> {
  return {
    id,
    header,
    sortBy: id,
    align: "end",
    onCard: "fact",
    cell: (row) => (
      <span data-total={row.isTotal || undefined} className={classes.figure}>
        <MoneyText minor={figure(row)} currency={row.currency} />
      </span>
    ),
  };
}
