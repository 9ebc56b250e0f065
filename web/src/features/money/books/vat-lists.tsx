import { Text } from "@mantine/core";
import { useMemo } from "react";
import { taxHeadings, type TaxHeadings } from "@portal/shared/platform/region.ts";
import { grouped } from "../../../digit-groups.ts";
import { DataList } from "../../../ui/list/data-list.tsx";
import type { ListColumn } from "../../../ui/list/list-columns.ts";
import { MoneyText } from "../../../ui/money-text.tsx";
import { useIsPhone } from "../../../ui/use-is-phone.ts";
import {
  figuresOf,
  type GroupFigure,
  groupsOf,
  type ReturnFigure,
  type Vat,
  type VatFigure,
} from "./vat-figures.ts";

type ListProps = Readonly<{ vat: Vat; onOpen: (figure: VatFigure) => void }>;

/** Documents by rate and kind; a row opens them. Credit notes are negative. */
export function VatGroupList({ vat, onOpen }: ListProps) {
  const isPhone = useIsPhone();
  const columns = useMemo(
    () => groupColumns(isPhone, taxHeadings[vat.region]),
    [isPhone, vat.region],
  );
  return (
    <DataList
      label="kinds of documents"
      columns={columns}
      rowKey={({ id }) => id}
      rowName={({ name }) => name}
      answer={answerOf(groupsOf(vat), vat.groups.length)}
      onOpen={onOpen}
      isPart
      empty={null}
    />
  );
}

/** The figures of the return; a row opens the documents behind it. */
export function VatFigureList({ vat, onOpen }: ListProps) {
  return (
    <DataList
      label="figures of the return"
      columns={figureColumns}
      rowKey={({ id }) => id}
      rowName={({ name }) => name}
      answer={answerOf(figuresOf(vat), figuresOf(vat).length)}
      onOpen={onOpen}
      isPart
      empty={null}
    />
  );
}

/** @param total without rows that are sums of others */
function answerOf<Row>(rows: readonly Row[], total: number) {
  return { data: { rows, total } };
}

const groupColumns = (
  isPhone: boolean,
  headings: TaxHeadings,
): readonly ListColumn<GroupFigure>[] => [
  {
    id: "name",
    header: "Rate",
    width: "rest",
    onPhone: "title",
    cell: ({ name, kind }) => (
      <Text span inherit fw={kind === null ? 600 : 400}>
        {name}
      </Text>
    ),
  },
  {
    id: "count",
    header: "Documents",
    align: "end",
    width: 104,
    onPhone: "fact",
    cell: ({ count, late }) => {
      // A phone's row has no column headers.
      const what = isPhone ? (count === 1 ? " document" : " documents") : "";
      return `${grouped(count)}${what}${late > 0 ? `, ${grouped(late)} late` : ""}`;
    },
  },
  money("gross", headings.incl),
  money("net", headings.excl),
  { ...money("vat", headings.tax), onPhone: "amount" },
  { ...money("deliveryGross", "Of which delivery"), onlyWide: true },
  { ...money("deliveryVat", `${headings.tax} on delivery`), onlyWide: true },
];

function money(
  id: "gross" | "net" | "vat" | "deliveryGross" | "deliveryVat",
  header: string,
): ListColumn<GroupFigure> {
  return {
    id,
    header,
    align: "end",
    width: 124,
    onPhone: "none",
    cell: (row) => <MoneyText minor={row[id]} currency={row.currency} />,
  };
}

const figureColumns: readonly ListColumn<ReturnFigure>[] = [
  {
    id: "name",
    header: "Figure",
    width: "rest",
    onPhone: "title",
    cell: ({ name }) => name,
  },
  {
    id: "amount",
    header: "Amount",
    align: "end",
    width: 160,
    onPhone: "amount",
    cell: ({ amount, currency }) => <MoneyText minor={amount} currency={currency} />,
  },
];
