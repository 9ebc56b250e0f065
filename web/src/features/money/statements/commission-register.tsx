import { Anchor, Stack, Text } from "@mantine/core";
import { earnedOf, type RegisterSort, registerSorts } from "@portal/shared/money/statements.ts";
import { IconCalendarCheck, IconDownload } from "@tabler/icons-react";
import { keepPreviousData } from "@tanstack/react-query";
import { type ReactNode, useMemo } from "react";
import { Link } from "wouter";
import { api, type ApiOutputs } from "../../../api/api.ts";
import { Archives } from "../archives/archives.tsx";
import { today } from "../../../ui/days.tsx";
import { Empty } from "../../../ui/empty.tsx";
import { MonthField } from "../../../ui/dates/month-field.tsx";
import { DataList } from "../../../ui/list/data-list.tsx";
import type { ListColumn } from "../../../ui/list/list-columns.ts";
import { given, monthParam, useSortedListState } from "../../../ui/list/list-controls.tsx";
import { ListSearch } from "../../../ui/list/list-search.tsx";
import { ListTools, useShownColumns } from "../../../ui/list/list-tools.tsx";
import { MoneyText } from "../../../ui/money-text.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";

type Register = ApiOutputs["statements"]["register"];
/** A member's figures, or the sums of all that were found. */
type Row = Register["sums"][number] &
  Pick<Register, "month"> &
  Readonly<{
    /** Null of the sums. */
    member: Readonly<{ id: number; name: string | null }> | null;
    /** How the sums are called. */
    total: string;
  }>;

/** Every member with a balance or a movement in a month; a row leads to the member's statement. */
export function RegisterOfMonth(props: { tabs: ReactNode }) {
  const list = useSortedListState({
    sorts: registerSorts,
    defaultSort: { by: "name", direction: "asc" },
  });
  const present = today().slice(0, 7);
  const month = monthParam(list.param("month")) || present;
  const { page, pageSize, sort, search } = list;
  const register = api.statements.register.useQuery(
    { month, page, pageSize, sort, ...given({ search }) },
    { placeholderData: keepPreviousData },
  );
  const { data } = register;
  const rows = useMemo(() => withTotal(data), [data]);
  const columns = useShownColumns(isTaxed(data) ? registerColumns : untaxed);
  const file = (format: "xlsx" | "csv") =>
    `/office/commission-register?month=${month}&format=${format}`;
  return (
    <Stack gap="sm">
      <PageHeader
        title="Statements"
        actions={[
          { label: "Month end", icon: IconCalendarCheck, href: "/admin/month-end" },
          { label: "Excel", icon: IconDownload, href: file("xlsx"), isFile: true },
          { label: "CSV", icon: IconDownload, href: file("csv"), isFile: true },
        ]}
      />
      {props.tabs}
      <MonthField
        label="Month"
        min="2000-01"
        max={present}
        value={month}
        onChange={(to) => list.change({ month: to })}
      />
      <ListTools
        label="members"
        search={<ListSearch list={list} label="Search members" placeholder="Name or number" />}
        columns={columns}
        total={data?.total}
      />
      {data && data.month === month && !data.isClosed && (
        <Text size="sm" c="dimmed">
          This month is not closed. Its figures can still change.
        </Text>
      )}
      <DataList
        label="members"
        columns={columns.shown}
        rowKey={({ member, currency }) => `${member?.id ?? "sum"} ${currency}`}
        answer={{ ...register, data: data && { rows, total: data.total } }}
        list={list}
        pageSize={pageSize}
        onClearFilters={search === "" ? undefined : () => list.change({ search: null })}
        empty={<Empty title="No commission in this month">Choose another month.</Empty>}
      />
      <Text size="sm" c="dimmed">
        Opening balance plus earned, less reversed, turned into store credit and paid out, gives the
        closing balance.{" "}
        {isTaxed(data) &&
          "Tax that we withheld is part of what was paid out, or of store credit that was paid out. "}
        Every row agrees with the member’s statement.
      </Text>
      <Archives
        title="Statements of all members"
        note="We write the statement of every member in this register as a PDF, with the register and a list of all files."
        choices={[{ label: "Export statements", asked: { kind: "statements", month } }]}
      />
    </Stack>
  );
}

function isTaxed(register: Register | undefined): boolean {
  return register !== undefined && register.sums.some(({ withheld }) => withheld !== 0);
}

/** The members of a page with the sums of all below them, for each currency, on every page. */
function withTotal(register: Register | undefined): Row[] {
  if (!register || register.rows.length === 0) return [];
  const { month } = register;
  return [
    ...register.rows.map(({ userId: id, name, ...figures }) => ({
      ...figures,
      month,
      member: { id, name },
      total: "",
    })),
    ...register.sums.map((sums) => ({
      ...sums,
      month,
      member: null,
      total: register.sums.length > 1 ? `Total ${sums.currency}` : "Total",
    })),
  ];
}

const registerColumns: readonly ListColumn<Row, RegisterSort>[] = [
  {
    id: "name",
    header: "Member",
    sortBy: "name",
    width: "rest",
    onPhone: "title",
    cell: (row) => <Member row={row} />,
  },
  { ...amount("opening", "Opening", ({ opening }) => opening), sortBy: "opening" },
  {
    ...amount("earned", "Earned", earnedOf),
    sortBy: "earned",
    onPhone: "fact",
    cell: (row) => <Earned row={row} />,
  },
  { ...amount("own", "Own sales", ({ own }) => own), optional: "hidden" },
  { ...amount("upline", "Team sales", ({ upline }) => upline), optional: "hidden" },
  { ...amount("stockist", "Stockist orders", ({ stockist }) => stockist), optional: "hidden" },
  { ...amount("leader", "Leader bonus", ({ leader }) => leader), optional: "hidden" },
  { ...amount("reversed", "Reversed", ({ reversed }) => reversed), optional: "shown-if-wide" },
  {
    ...amount("converted", "Used as credit", ({ converted }) => converted),
    optional: "shown-if-wide",
  },
  { ...amount("paid", "Paid out", ({ paid }) => paid), optional: "shown" },
  { ...amount("withheld", "Tax withheld", ({ withheld }) => withheld), optional: "shown" },
  {
    ...amount("closing", "Closing", ({ closing }) => closing),
    sortBy: "closing",
    onPhone: "amount",
  },
];

/** Of a month in which no tax was withheld. */
const untaxed = registerColumns.filter(({ id }) => id !== "withheld");

function Member({ row: { member, month, total } }: { row: Row }) {
  if (member === null) return <strong>{total}</strong>;
  return (
    <Anchor component={Link} inherit href={`/admin/statements?member=${member.id}&month=${month}`}>
      {member.name ?? `Erased member ${member.id}`}
    </Anchor>
  );
}

/** A phone's row has no column headers. */
function Earned({ row }: { row: Row }) {
  const earned = earnedOf(row);
  return (
    <>
      <Text span inherit {...(earned === 0 && { visibleFrom: "sm" })}>
        <Amount row={row} minor={earned} />
      </Text>
      <Text span inherit hiddenFrom="sm">
        {earned === 0 ? "Nothing earned" : " earned"}
      </Text>
    </>
  );
}

function Amount({ row, minor }: { row: Row; minor: number }) {
  return (
    <Text span inherit fw={row.member === null ? 650 : 400}>
      {minor === 0 ? "–" : <MoneyText minor={minor} currency={row.currency} />}
    </Text>
  );
}

function amount(
  id: string,
  header: string,
  of: (row: Row) => number,
): ListColumn<Row, RegisterSort> {
  return {
    id,
    header,
    align: "end",
    width: 124,
    onPhone: "none",
    cell: (row) => <Amount row={row} minor={of(row)} />,
  };
}
