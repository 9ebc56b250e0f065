import { Anchor, Text } from "@mantine/core";
import type { Currency } from "@portal/shared/platform/money.ts";
import { useMemo } from "react";
import { Link } from "wouter";
import type { ApiOutputs } from "../../../api/api.ts";
import { DataList } from "../../../ui/list/data-list.tsx";
import type { ListColumn } from "../../../ui/list/list-columns.ts";
import { MoneyText } from "../../../ui/money-text.tsx";

/** Of a journal, or of a trial balance, which has what an account began the financial year with. */
export type AccountSums = ApiOutputs["books"]["journals"]["days"][number]["lines"][number] &
  Readonly<{ opening?: number }>;

/** Accounts with debit, credit and balance; the last row is their sum. */
export function AccountList(props: {
  label: string;
  accounts: readonly AccountSums[];
  currency: Currency;
  hasOpening?: boolean;
  /** The address of the entries of an account. */
  hrefOf?: (account: AccountSums) => string;
}) {
  const { accounts, currency, hasOpening = false, hrefOf } = props;
  const columns = useMemo(() => columnsIn(currency, hasOpening), [currency, hasOpening]);
  const rows = [
    ...accounts.map((account) => rowOf(account, hrefOf?.(account) ?? null)),
    sumOf(accounts),
  ];
  return (
    <DataList
      label={props.label}
      columns={columns}
      rowKey={({ id }) => id}
      answer={{
        data: { rows, total: accounts.length },
        error: null,
        isFetching: false,
        refetch: () => {},
      }}
      isPart
      isDense
      empty={null}
    />
  );
}

type Row = Readonly<{
  id: string;
  code: string;
  name: string;
  href: string | null;
  opening: number;
  debit: number;
  credit: number;
}>;

function rowOf(
  { key, productId, code, name, opening = 0, debit, credit }: AccountSums,
  href: string | null,
): Row {
  return { id: `${key} ${productId ?? ""}`, code, name, href, opening, debit, credit };
}

/** The sum of each side, which are equal; the opening balances come to nothing. */
function sumOf(accounts: readonly AccountSums[]): Row {
  const opening = accounts.reduce((sum, account) => sum + (account.opening ?? 0), 0);
  const debit = accounts.reduce((sum, account) => sum + account.debit, 0);
  const credit = accounts.reduce((sum, account) => sum + account.credit, 0);
  return { id: "sum", code: "", name: "Total", href: null, opening, debit, credit };
}

const columnsIn = (currency: Currency, hasOpening: boolean): readonly ListColumn<Row>[] => {
  const money = (minor: number) =>
    minor === 0 ? "" : <MoneyText minor={minor} currency={currency} />;
  const opening: ListColumn<Row> = {
    id: "opening",
    header: "Opening",
    align: "end",
    width: 132,
    onPhone: "none",
    cell: (row) => money(row.opening),
  };
  return [
    {
      id: "code",
      header: "Code",
      width: 84,
      onPhone: "fact",
      cell: ({ code }) => code,
    },
    {
      id: "name",
      header: "Account",
      width: "rest",
      onPhone: "title",
      cell: ({ id, name, href }) =>
        href === null ? (
          <Text span inherit fw={id === "sum" ? 600 : 400}>
            {name}
          </Text>
        ) : (
          <Anchor inherit component={Link} href={href}>
            {name}
          </Anchor>
        ),
    },
    ...(hasOpening ? [opening] : []),
    {
      id: "debit",
      header: "Debit",
      align: "end",
      width: 132,
      onPhone: "none",
      cell: ({ debit }) => money(debit),
    },
    {
      id: "credit",
      header: "Credit",
      align: "end",
      width: 132,
      onPhone: "none",
      cell: ({ credit }) => money(credit),
    },
    {
      id: "balance",
      header: "Balance",
      align: "end",
      width: 132,
      onPhone: "amount",
      cell: (row) => <MoneyText minor={row.opening + row.debit - row.credit} currency={currency} />,
    },
  ];
};
