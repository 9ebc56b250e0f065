import { Anchor, Box, Button, Group, Stack, Text, Title } from "@mantine/core";
import { accountKeys } from "@portal/shared/catalogue/chart.ts";
import { lastDayOf, monthInWords } from "@portal/shared/platform/calendar.ts";
import { currencies, type Currency } from "@portal/shared/platform/money.ts";
import { IconArrowLeft } from "@tabler/icons-react";
import { keepPreviousData } from "@tanstack/react-query";
import { useMemo } from "react";
import { Link, useLocation } from "wouter";
import { api, type ApiInputs, type ApiOutputs } from "../../../api/api.ts";
import { DayText, today } from "../../../ui/days.tsx";
import { MonthField } from "../../../ui/dates/month-field.tsx";
import { Empty } from "../../../ui/empty.tsx";
import { Facts } from "../../../ui/facts.tsx";
import { Loaded } from "../../../ui/feedback.tsx";
import { DataList } from "../../../ui/list/data-list.tsx";
import type { ListColumn } from "../../../ui/list/list-columns.ts";
import { idParam, monthParam, useListState } from "../../../ui/list/list-controls.tsx";
import { MoneyText } from "../../../ui/money-text.tsx";
import { useIsPhone } from "../../../ui/use-is-phone.ts";
import { useUrlParams, withChanges } from "../../../ui/url-params.ts";
import { aboutEntry, entryWords } from "./about-entry.tsx";
import type { AccountSums } from "./account-list.tsx";

type Ledger = ApiOutputs["books"]["accountEntries"];
type LedgerRow = Ledger["rows"][number];
type YearEnd = NonNullable<LedgerRow["yearEnd"]>;
/** Of which trial balance: its figures and their dates. */
export type BalanceFigures = Exclude<ApiInputs["books"]["balanceFiles"], { figures: "income" }>;
type ChosenAccount = Pick<
  ApiInputs["books"]["accountEntries"],
  "account" | "productId" | "currency"
>;

const pageSize = 50;

/** The parameters of the address that name an account. */
export function accountParams(
  { key, productId }: Pick<AccountSums, "key" | "productId">,
  currency: Currency,
) {
  return { account: key, product: productId === null ? null : String(productId), currency };
}

/** The ledger of the other account: retained earnings, or an account of the year that ended, with the figures of its end. */
function otherAccount(
  { from, to, account }: YearEnd,
  { figures }: BalanceFigures,
  currency: Currency,
): Readonly<Record<string, string | null>> {
  const chosen = { ...accountParams(account, currency), first: null, page: null };
  if (account.key === "retainedEarnings") return chosen;
  const end = figures === "posted" ? { through: to } : { "as-of": lastDayOf(to) };
  return { ...chosen, first: from, ...end };
}

export const noAccountParams = {
  account: null,
  product: null,
  currency: null,
  first: null,
  page: null,
} as const;

/** The account that the address names; null for none. */
export function accountIn(params: URLSearchParams): ChosenAccount | null {
  const account = accountKeys.find((key) => key === params.get("account"));
  const currency = currencies.find((each) => each === params.get("currency"));
  if (account === undefined || currency === undefined) return null;
  return { account, productId: idParam(params.get("product")), currency };
}

/** The entries behind an account of a trial balance, from its opening to its closing balance. */
export function AccountLedger(props: {
  chosen: ChosenAccount;
  figures: BalanceFigures;
  /** Where the trial balance is. */
  backHref: string;
}) {
  const { chosen, figures } = props;
  const list = useListState();
  const first = monthParam(list.param("first"));
  const ledger = api.books.accountEntries.useQuery(
    { ...figures, ...chosen, from: first || null, page: list.page, pageSize },
    { placeholderData: keepPreviousData },
  );
  return (
    <Stack gap="md">
      <Button
        component={Link}
        href={props.backHref}
        variant="subtle"
        w="fit-content"
        ml={-12}
        leftSection={<IconArrowLeft size={18} stroke={1.8} aria-hidden="true" />}
      >
        Trial balance
      </Button>
      <Loaded query={ledger} what="the account" lines={10}>
        {(found) => (
          <>
            <Title order={2}>
              {found.code} {found.name}
            </Title>
            <Group align="flex-end" gap="sm">
              {chosen.account !== "retainedEarnings" && (
                <MonthField
                  label="From"
                  min="2000-01"
                  max={lastMonthOf(figures)}
                  value={found.from}
                  onChange={(month) => list.change({ first: month })}
                />
              )}
              <Text size="sm" c="dimmed" maw={520}>
                {chosen.account === "retainedEarnings" ? (
                  "What each earlier financial year brought, by account, on the first day of the next."
                ) : (
                  <FiguresInWords figures={figures} />
                )}
              </Text>
            </Group>
            <Box maw={520}>
              <SumsOf ledger={found} />
            </Box>
            <Entries ledger={found} figures={figures} query={ledger} list={list} />
          </>
        )}
      </Loaded>
    </Stack>
  );
}

function lastMonthOf(figures: BalanceFigures): string {
  if (figures.figures === "posted") return figures.through;
  return (figures.asOf ?? today()).slice(0, 7);
}

function FiguresInWords({ figures }: { figures: BalanceFigures }) {
  if (figures.figures === "posted")
    return "Entries of the journals, on the days on which they are posted.";
  const { asOf, knownOn } = figures;
  return (
    <>
      Entries on their own days, up to {asOf === null ? "now" : <DayText value={asOf} />}
      {knownOn !== null && (
        <>
          , as known on <DayText value={knownOn} />
        </>
      )}
      .
    </>
  );
}

function SumsOf({ ledger }: { ledger: Ledger }) {
  const { opening, debit, credit, closing, currency } = ledger;
  const money = (minor: number) => <MoneyText minor={minor} currency={currency} />;
  return (
    <Facts
      amounts
      facts={[
        { name: "Opening balance", value: money(opening) },
        { name: "Debit", value: money(debit) },
        { name: "Credit", value: money(credit) },
        { name: "Closing balance", value: money(closing), isSum: true },
      ]}
    />
  );
}

function Entries(props: {
  ledger: Ledger;
  figures: BalanceFigures;
  query: Readonly<{
    error: unknown;
    isFetching: boolean;
    isPlaceholderData: boolean;
    refetch: () => unknown;
  }>;
  list: Pick<ReturnType<typeof useListState>, "page" | "goToPage">;
}) {
  const { figures } = props;
  const { rows, total, currency } = props.ledger;
  const isPhone = useIsPhone();
  const [path] = useLocation();
  const [params] = useUrlParams();
  const columns = useMemo(
    () =>
      columnsIn(currency, {
        isPhone,
        hrefOf: (yearEnd) =>
          `${path}?${withChanges(params, otherAccount(yearEnd, figures, currency)).toString()}`,
      }),
    [currency, isPhone, figures, path, params],
  );
  return (
    <DataList
      label="entries"
      columns={columns}
      rowKey={keyOf}
      answer={{ ...props.query, data: { rows, total } }}
      list={props.list}
      pageSize={pageSize}
      isPart
      empty={<Empty title="No entries in these months">Choose an earlier month to see more.</Empty>}
    />
  );
}

function keyOf(row: LedgerRow): string {
  if (row.yearEnd === null) return String(row.position);
  const { from, account } = row.yearEnd;
  return `${from} ${account.key} ${account.productId ?? ""}`;
}

/** On a phone a credit is the negative amount, because one amount is all that a row has. */
function columnsIn(
  currency: Currency,
  { isPhone, hrefOf }: Readonly<{ isPhone: boolean; hrefOf: (yearEnd: YearEnd) => string }>,
): readonly ListColumn<LedgerRow>[] {
  const money = (minor: number) => <MoneyText minor={minor} currency={currency} />;
  return [
    {
      id: "day",
      header: "Date",
      width: 116,
      onPhone: "fact",
      cell: ({ postingDate }) => <DayText value={postingDate} />,
    },
    {
      id: "entry",
      header: "Entry",
      width: "rest",
      wraps: true,
      onPhone: "title",
      cell: (row) =>
        row.yearEnd === null ? entryWords(row) : `Year to ${monthInWords(row.yearEnd.to)}`,
    },
    {
      id: "about",
      header: "Of",
      width: "rest",
      wraps: true,
      onPhone: "fact",
      cell: (row) =>
        row.yearEnd === null ? (
          aboutEntry(row)
        ) : (
          <Anchor inherit component={Link} href={hrefOf(row.yearEnd)}>
            {row.yearEnd.account.code} {row.yearEnd.account.name}
          </Anchor>
        ),
    },
    {
      id: "journal",
      header: "Journal",
      width: 124,
      onPhone: "none",
      onlyWide: true,
      cell: (row) =>
        row.yearEnd === null && (
          <Anchor
            inherit
            component={Link}
            href={`/admin/accounting?month=${row.postingDate.slice(0, 7)}&journal=${row.journal}`}
          >
            {row.journal}
          </Anchor>
        ),
    },
    {
      id: "debit",
      header: "Debit",
      align: "end",
      width: 120,
      onPhone: "amount",
      cell: ({ amount }) => amount > 0 && money(amount),
    },
    {
      id: "credit",
      header: "Credit",
      align: "end",
      width: 120,
      onPhone: "amount",
      cell: ({ amount }) => amount < 0 && money(isPhone ? amount : -amount),
    },
    {
      id: "balance",
      header: "Balance",
      align: "end",
      width: 124,
      onPhone: "none",
      cell: ({ balance }) => money(balance),
    },
  ];
}
