import { Anchor, Group, Stack, Text, Title } from "@mantine/core";
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
import { Facts } from "../../../ui/facts.tsx";
import { Loaded } from "../../../ui/feedback.tsx";
import { DataList } from "../../../ui/list/data-list.tsx";
import type { ListColumn } from "../../../ui/list/list-columns.ts";
import { dayParam } from "../../../ui/list/list-controls.tsx";
import { MoneyText } from "../../../ui/money-text.tsx";
import { useUrlParams } from "../../../ui/url-params.ts";
import { accountName, entryColumns, lineColumns, unexplainedColumns } from "./bank-items.tsx";
import { OpeningBalances } from "./opening-balances.tsx";
import { ExportFiles } from "./export-files.tsx";

type Bank = ApiOutputs["books"]["bankReconciliation"];

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
      <Equation bank={bank} />
      <Accounts bank={bank} />
      <OpeningBalances bank={bank} />
      <Items
        title="On the statement, not in the ledger"
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
        title="In the ledger, not on the statement"
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
      about="Somebody said Other of these. Reopen each and say what it is, or accept it with a note. Month end asks for what is left."
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

function answerOf<Row>(rows: readonly Row[]) {
  return { data: { rows, total: rows.length } };
}

/** The books and what is on one side alone add up to the statement. */
function Equation({ bank }: { bank: Bank }) {
  const { statement, books, lines, entries, before, difference, currency } = bank;
  const money = (minor: number) => <MoneyText minor={minor} currency={currency} />;
  const isSound = difference === 0;
  return (
    <Stack gap="xs" maw={560}>
      <Facts
        amounts
        facts={[
          { name: "In the ledger", value: money(books) },
          { name: "+ On the statement, not in the ledger", value: money(lines.sum) },
          { name: "− In the ledger, not on the statement", value: money(entries.sum) },
          before.sum !== 0 && {
            name: "+ Before the first statement",
            value: money(before.sum),
          },
          !isSound && { name: "+ Unexplained difference", value: money(difference) },
          { name: "On the statement", value: money(statement), isSum: true },
        ]}
      />
      {before.sum !== 0 && (
        <Text size="sm" c="dimmed">
          Before the first statement: the bank had {money(before.opening)}, the ledger has{" "}
          {money(before.entries.sum)} that no stored statement can have.
        </Text>
      )}
      <Text size="sm" c={isSound ? "var(--good)" : "var(--bad)"}>
        {isSound
          ? "No unexplained difference"
          : "The balances of the bank differ from its transactions: a transaction or a page is missing. Upload the whole statement again."}
      </Text>
    </Stack>
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

function Items(props: {
  title: string;
  about: string;
  none: string;
  list: Readonly<{ count: number; sum: number; rows: readonly unknown[] }>;
  currency: Currency;
  children: ReactNode;
}) {
  const { title, list, currency } = props;
  const { count, sum, rows } = list;
  return (
    <Stack component="section" gap="xs" aria-label={title}>
      <Stack gap={4} maw={760}>
        <Title order={2}>{title}</Title>
        <Text size="sm">{count === 0 ? props.none : props.about}</Text>
      </Stack>
      {count > 0 && (
        <>
          {props.children}
          <Text size="sm">
            Total <MoneyText minor={sum} currency={currency} />
          </Text>
        </>
      )}
      {count > rows.length && (
        <Text size="sm" c="dimmed">
          These are the newest {grouped(rows.length)} of {grouped(count)} rows. The file has all.
        </Text>
      )}
    </Stack>
  );
}
