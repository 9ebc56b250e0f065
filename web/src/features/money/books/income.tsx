import { Anchor, Group, Stack, Text } from "@mantine/core";
import { monthsInWords } from "@portal/shared/catalogue/financial-year.ts";
import type { Currency } from "@portal/shared/platform/money.ts";
import { keepPreviousData } from "@tanstack/react-query";
import { useMemo } from "react";
import { Link } from "wouter";
import { api, type ApiOutputs } from "../../../api/api.ts";
import { useRegionWords } from "../../../session/use-region-words.ts";
import { today } from "../../../ui/days.tsx";
import { MonthField } from "../../../ui/dates/month-field.tsx";
import { Empty } from "../../../ui/empty.tsx";
import { Loaded } from "../../../ui/feedback.tsx";
import { DataList } from "../../../ui/list/data-list.tsx";
import type { ListColumn } from "../../../ui/list/list-columns.ts";
import { monthParam } from "../../../ui/list/list-controls.tsx";
import { MoneyText } from "../../../ui/money-text.tsx";
import { useUrlParams } from "../../../ui/url-params.ts";
import { accountParams } from "./account-ledger.tsx";
import { ExportFiles } from "./export-files.tsx";

type Income = ApiOutputs["books"]["income"];
type Statement = Income["statements"][number];

/** Income and expenses of the journals of some months, beside those of a year before; by default of the financial year so far. */
export function IncomeAndExpenses() {
  const utils = api.useUtils();
  const { priceTax } = useRegionWords();
  const [params, change] = useUrlParams();
  const asked = monthsIn(params);
  const query = api.books.income.useQuery(asked, { placeholderData: keepPreviousData });
  const from = asked.from ?? query.data?.from ?? asked.through;
  return (
    <Stack gap="md">
      <Group align="flex-end" gap="sm">
        <MonthField
          label="From"
          min="2000-01"
          max={asked.through}
          value={from}
          onChange={(month) => change({ from: month })}
        />
        <MonthField
          label="Through"
          min={asked.from ?? "2000-01"}
          max={today().slice(0, 7)}
          value={asked.through}
          onChange={(month) => change({ through: month })}
        />
        <ExportFiles
          label="Export CSV"
          what="the file"
          ask={() =>
            utils.books.balanceFiles.fetch({ figures: "income", ...asked }, { staleTime: 0 })
          }
        />
      </Group>
      <Text size="sm" c="dimmed">
        Excl. {priceTax}, of the journals of these months. Cost of goods, salaries and other costs
        that only your accounting program has are not included.
        {query.data &&
          !query.data.isClosed &&
          " The last month is not closed, so its figures can still change."}
      </Text>
      <Loaded query={query} what="income and expenses" lines={10}>
        {(income) =>
          income.statements.length === 0 ? (
            <Empty title="No income or expenses in these months">Choose other months.</Empty>
          ) : (
            income.statements.map((statement) => (
              <StatementList key={statement.currency} income={income} statement={statement} />
            ))
          )
        }
      </Loaded>
    </Stack>
  );
}

/** Months of the address that are none or in the wrong order are left out. */
function monthsIn(params: URLSearchParams) {
  const through = monthParam(params.get("through")) || today().slice(0, 7);
  const from = monthParam(params.get("from"));
  return { from: from !== "" && from <= through ? from : null, through };
}

type Row = Readonly<{
  id: string;
  code: string;
  name: string;
  href: string | null;
  amount: number;
  before: number;
}>;

function StatementList({ income, statement }: { income: Income; statement: Statement }) {
  const { currency, sums } = statement;
  const { from, to } = income;
  const columns = useMemo(() => columnsIn(currency, { from, to }), [currency, from, to]);
  const rowsOf = (accounts: Statement["income"]) =>
    accounts.map((account): Row => {
      const { code, name, amount, before } = account;
      return {
        id: `${account.key} ${account.productId ?? ""}`,
        code,
        name,
        amount,
        before,
        href: hrefOf(account, currency, income),
      };
    });
  const sumRow = (id: string, name: string, sum: Statement["sums"]["result"]): Row => ({
    id,
    name,
    code: "",
    href: null,
    ...sum,
  });
  const rows = [
    ...rowsOf(statement.income),
    sumRow("income", "Total income", sums.income),
    ...rowsOf(statement.expenses),
    sumRow("expenses", "Total expenses", sums.expenses),
    sumRow("result", "Result", sums.result),
  ];
  return (
    <DataList
      label="accounts"
      columns={columns}
      rowKey={({ id }) => id}
      answer={{ data: { rows, total: statement.income.length + statement.expenses.length } }}
      isPart
      isDense
      empty={null}
    />
  );
}

/** The entries of these months on the account. */
function hrefOf(
  account: Statement["income"][number],
  currency: Currency,
  { from, to }: Income,
): string {
  const chosen = Object.entries(accountParams(account, currency)).flatMap(
    ([name, value]): [string, string][] => (value === null ? [] : [[name, value]]),
  );
  const figures = { view: "trial-balance", balance: "posted", through: to, first: from };
  return `/admin/accounting?${new URLSearchParams([...Object.entries(figures), ...chosen]).toString()}`;
}

function columnsIn(
  currency: Currency,
  { from, to }: Pick<Income, "from" | "to">,
): readonly ListColumn<Row>[] {
  return [
    { id: "code", header: "Code", width: 84, onPhone: "fact", cell: ({ code }) => code },
    {
      id: "name",
      header: "Account",
      width: "rest",
      onPhone: "title",
      cell: ({ name, href }) =>
        href === null ? (
          <Text span inherit fw={600}>
            {name}
          </Text>
        ) : (
          <Anchor inherit component={Link} href={href}>
            {name}
          </Anchor>
        ),
    },
    {
      id: "amount",
      header: monthsInWords({ from, to }),
      align: "end",
      width: 210,
      onPhone: "amount",
      cell: ({ amount }) => <MoneyText minor={amount} currency={currency} />,
    },
    {
      id: "before",
      header: "A year before",
      align: "end",
      width: 132,
      onPhone: "none",
      cell: ({ before }) => <MoneyText minor={before} currency={currency} />,
    },
  ];
}
