import { Anchor, Text } from "@mantine/core";
import type { Currency } from "@portal/shared/platform/money.ts";
import { useMemo } from "react";
import { Link } from "wouter";
import type { ApiOutputs } from "../../../api/api.ts";
import { DataList } from "../../../ui/list/data-list.tsx";
import type { ListColumn } from "../../../ui/list/list-columns.ts";
import { MoneyText } from "../../../ui/money-text.tsx";

export type AccountSums =
  ApiOutputs["books"]["trialBalance"]["balances"][number]["accounts"][number];

/** Accounts with debit, credit and balance; the last row is their sum. */
export function AccountList(props: {
  label: string;
  accounts: readonly AccountSums[];
  currency: Currency;
  /** The address of the entries of an account. */
  hrefOf?: (account: AccountSums) => string;
}) {
  const { accounts, currency, hrefOf } = props;
  const columns = useMemo(() => columnsIn(currency), [currency]);
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
  debit: number;
  credit: number;
}>;

function rowOf(
  { key, productId, code, name, debit, credit }: AccountSums,
  href: string | null,
): Row {
  return { id: `${key} ${productId ?? ""}`, code, name, href, debit, credit };
}

/** The sum of each side, which are equal. */
function sumOf(accounts: readonly AccountSums[]): Row {
  const debit = accounts.reduce((sum, account) => sum + account.debit, 0);
  const credit = accounts.reduce((sum, account) => sum + account.credit, 0);
  return { id: "sum", code: "", name: "Total", href: null, debit, credit };
}

const columnsIn = (currency: Currency): readonly ListColumn<Row>[] => {
  const money = (minor: number) =>
    minor === 0 ? "" : <MoneyText minor={minor} currency={currency} />;
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
      cell: ({ debit, credit }) => <MoneyText minor={debit - credit} currency={currency} />,
    },
  ];
};
