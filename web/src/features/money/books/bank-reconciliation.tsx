import { Anchor, Group, Stack, Text } from "@mantine/core";
import type { Currency } from "@portal/shared/platform/money.ts";
import { keepPreviousData } from "@tanstack/react-query";
import { type ReactNode, useMemo } from "react";
import { Link } from "wouter";
import { api, type ApiOutputs } from "../../../api/api.ts";
import { grouped } from "../../../digit-groups.ts";
import { useMayCall } from "../../../session/use-may-call.ts";
import { DayField } from "../../../ui/dates/day-field.tsx";
import { DayText, today } from "../../../ui/days.tsx";
import { Empty } from "../../../ui/empty.tsx";
import { Loaded } from "../../../ui/feedback.tsx";
import { DataList } from "../../../ui/list/data-list.tsx";
import type { ListColumn } from "../../../ui/list/list-columns.ts";
import { dayParam } from "../../../ui/list/list-controls.tsx";
import { MoneyText } from "../../../ui/money-text.tsx";
import { useUrlParams } from "../../../ui/url-params.ts";
import { accountName, entryColumns, lineColumns, unexplainedColumns } from "./bank-items.tsx";
import { OpeningBalances } from "./opening-balances.tsx";
import { ExportFiles } from "./export-files.tsx";
import { answerOf, Equation, type EquationWords, Items } from "./reconciliation-parts.tsx";

type Bank = ApiOutputs["books"]["bankReconciliation"];

const bankWords: EquationWords = {
  lines: "On the statement, not in the ledger",
  entries: "In the ledger, not on the statement",
  outside: "On the statement",
  before: "Before the first statement",
  had: "the bank had",
  none: "that no stored statement can have",
  different:
    "The balances of the bank differ from its transactions: a transaction or a page is missing. Upload the whole statement again.",
};

/** The stored bank statements and the account Bank at the end of a day, and what is on one side alone. */
export function BankReconciliation() {
  const [params, change] = useUrlParams();
  const asOf = dayParam(params.get("as-of"));
  const query = api.books.bankReconciliation.useQuery(
    { asOf: asOf || null },
    { placeholderData: keepPreviousData },
  );
  const utils = api.useUtils();
  return (
    <Stack gap="md">
      <Group align="flex-end" gap="sm">
        <DayField
          label="At the end of"
          isFilter
          w={200}
          value={asOf || today()}
          onChange={(day) => change({ "as-of": day === today() ? null : day || null })}
        />
        <ExportFiles
          label="Export CSV"
          what="the file"
          ask={() => utils.books.bankFiles.fetch({ asOf: asOf || null }, { staleTime: 0 })}
        />
      </Group>
      <Loaded query={query} what="the bank reconciliation" lines={8}>
        {(bank) =>
          bank.accounts.length === 0 ? (
            <>
              <NoStatement bank={bank} />
              <Unexplained bank={bank} />
            </>
          ) : (
            <Reconciled bank={bank} />
          )
        }
      </Loaded>
    </Stack>
  );
}

function NoStatement({ bank: { books, currency, day } }: { bank: Bank }) {
  const may = useMayCall();
  return (
    <Empty title="No bank statement stored">
      No stored statement begins by <DayText value={day} />. The ledger has{" "}
      <MoneyText minor={books} currency={currency} /> in the bank on that day.{" "}
      {may("bankLines.use") && (
        <Anchor inherit component={Link} href="/admin/bank-payments">
          Upload a bank statement
        </Anchor>
      )}
    </Empty>
  );
}

function Reconciled({ bank }: { bank: Bank }) {
  const { lines, entries, currency } = bank;
  const may = useMayCall();
  const ofLines = useMemo(() => lineColumns(currency), [currency]);
  const ofEntries = useMemo(() => entryColumns(currency), [currency]);
  return (
    <Stack gap="lg">
      <Equation found={bank} words={bankWords} />
      <Accounts bank={bank} />
      <OpeningBalances bank={bank} />
      <Items
        title={bankWords.lines}
        about={
          may("bankLines.use")
            ? "Say what each transaction is, and it is booked."
            : "The office says what each transaction is, and then it is booked."
        }
        none="The ledger has every transaction of the statement."
        list={lines}
        currency={currency}
      >
        <DataList
          label="transactions not in the ledger"
          columns={ofLines}
          rowKey={({ id }) => String(id)}
          answer={answerOf(lines.rows)}
          isPart
          empty={null}
        />
      </Items>
      <Items
        title={bankWords.entries}
        about="Payouts and refunds in transit, and payments that were recorded by hand. If a payment stays here, the bank did not receive it, or its transaction is matched to something else."
        none="The statement has every entry of the ledger."
        list={entries}
        currency={currency}
      >
        <DataList
          label="entries not on the statement"
          columns={ofEntries}
          rowKey={({ position }) => String(position)}
          answer={answerOf(entries.rows)}
          isPart
          empty={null}
        />
      </Items>
      <Unexplained bank={bank} />
      <Text size="sm" c="dimmed">
        Matched: {grouped(bank.matched.lines)} transactions with {grouped(bank.matched.entries)}{" "}
        entries, <MoneyText minor={bank.matched.sum} currency={currency} /> in total.
      </Text>
    </Stack>
  );
}

/** What somebody called Other: it stays on its account until it is explained anew. */
function Unexplained({ bank: { unexplained, currency } }: { bank: Bank }) {
  const columns = useMemo(() => unexplainedColumns(currency), [currency]);
  if (unexplained.count === 0) return null;
  return (
    <Items
      title="Booked as unexplained"
      about="These were called Other. Reopen each and say what it is, or accept it with a note. Month end asks for what is left."
      none=""
      list={unexplained}
      currency={currency}
    >
      <DataList
        label="transactions booked as unexplained"
        columns={columns}
        rowKey={({ thing }) => thing}
        answer={answerOf(unexplained.rows)}
        isPart
        empty={null}
      />
    </Items>
  );
}

function Accounts({ bank: { accounts, currency } }: { bank: Bank }) {
  const columns = useMemo(() => accountColumns(currency), [currency]);
  return (
    <DataList
      label="bank accounts"
      columns={columns}
      rowKey={({ account }) => account ?? "own"}
      answer={answerOf(accounts)}
      isPart
      empty={null}
    />
  );
}

type Account = Bank["accounts"][number];

function accountColumns(currency: Currency): readonly ListColumn<Account>[] {
  const money = (minor: number) => <MoneyText minor={minor} currency={currency} />;
  return [
    {
      id: "account",
      header: "Account",
      width: "rest",
      onPhone: "title",
      cell: ({ account, statedOn, to }) => (
        <>
          {accountName(account)}
          <Text span inherit fw={400} c="dimmed" display="block">
            <KnownBy statedOn={statedOn} to={to} />
          </Text>
        </>
      ),
    },
    {
      id: "days",
      header: "Stored",
      width: 212,
      onPhone: "fact",
      cell: ({ from, to }) => (
        <>
          <DayText value={from} /> to <DayText value={to} />
        </>
      ),
    },
    {
      id: "opening",
      header: "Opening balance",
      align: "end",
      width: 136,
      onPhone: "none",
      cell: ({ opening }) => (opening === null ? "Not known" : money(opening)),
    },
    {
      id: "closing",
      header: "Closing balance",
      align: "end",
      width: 136,
      onPhone: "amount",
      cell: ({ closing }) => money(closing),
    },
  ];
}

function KnownBy({ statedOn, to }: Pick<Account, "statedOn" | "to">): ReactNode {
  if (statedOn === null) return "Transactions only, no balance";
  if (statedOn === to) return "Balance in the file";
  return (
    <>
      Balance in the file of <DayText value={statedOn} />
    </>
  );
}
