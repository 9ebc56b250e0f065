import { Group, NativeSelect, Stack, Text } from "@mantine/core";
import { monthsInWords } from "@portal/shared/catalogue/financial-year.ts";
import { keepPreviousData } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useLocation } from "wouter";
import { api, type ApiOutputs } from "../../../api/api.ts";
import { today } from "../../../ui/days.tsx";
import { Empty } from "../../../ui/empty.tsx";
import { Loaded } from "../../../ui/feedback.tsx";
import { DayField } from "../../../ui/dates/day-field.tsx";
import { MonthField } from "../../../ui/dates/month-field.tsx";
import { dayParam, monthParam } from "../../../ui/list/list-controls.tsx";
import { MoneyText } from "../../../ui/money-text.tsx";
import { useUrlParams, withChanges } from "../../../ui/url-params.ts";
import {
  accountIn,
  AccountLedger,
  accountParams,
  type BalanceFigures,
  noAccountParams,
} from "./account-ledger.tsx";
import { AccountList } from "./account-list.tsx";
import { ExportFiles } from "./export-files.tsx";

const kinds = [
  { value: "as-of", label: "As of a day" },
  { value: "posted", label: "Posted through a month" },
];

/** The trial balance of all entries as of a day, or of the journals through a month; an account opens to its entries. */
export function TrialBalance() {
  const [path] = useLocation();
  const [params, change] = useUrlParams();
  const account = accountIn(params);
  const figures = figuresIn(params);
  if (account !== null)
    return (
      <AccountLedger
        chosen={account}
        figures={figures}
        backHref={`${path}?${withChanges(params, noAccountParams).toString()}`}
      />
    );
  const choice = (
    <NativeSelect
      label="Figures"
      data={kinds}
      value={figures.figures}
      onChange={({ currentTarget }) =>
        change({ balance: currentTarget.value === "posted" ? "posted" : null })
      }
    />
  );
  return figures.figures === "posted" ? (
    <PostedBalance choice={choice} through={figures.through} />
  ) : (
    <BalanceAsOf choice={choice} {...figures} />
  );
}

/** By default as of now, and the journals through this month. */
function figuresIn(params: URLSearchParams) {
  if (params.get("balance") === "posted") {
    const month = monthParam(params.get("through"));
    return { figures: "posted", through: month || today().slice(0, 7) } as const;
  }
  return {
    figures: "as-of",
    asOf: dayParam(params.get("as-of")) || null,
    knownOn: dayParam(params.get("known-on")) || null,
  } as const;
}

/** As it was known on a day; by default as of now. */
function BalanceAsOf(props: { choice: ReactNode; asOf: string | null; knownOn: string | null }) {
  const { choice, asOf, knownOn } = props;
  const [, change] = useUrlParams();
  const query = api.books.trialBalance.useQuery(
    { asOf, knownOn },
    { placeholderData: keepPreviousData },
  );
  return (
    <Stack gap="md">
      <Group align="flex-end" gap="sm">
        {choice}
        <DayField
          label="As of"
          isFilter
          w={200}
          max={today()}
          value={asOf ?? ""}
          onChange={(day) => change({ "as-of": day || null })}
        />
        <DayField
          label="Known on"
          isFilter
          w={200}
          max={today()}
          value={knownOn ?? ""}
          onChange={(day) => change({ "known-on": day || null })}
        />
        <ExportBalance figures={{ figures: "as-of", asOf, knownOn }} />
      </Group>
      <Text size="sm" c="dimmed">
        Each date includes the whole day. Without dates you see all entries up to now. “Known on”
        leaves out what we recorded later. The days of the registration for VAT are always those in
        the settings today.
      </Text>
      <YearInWords year={query.data?.year} />
      <Loaded query={query} what="the trial balance" lines={10}>
        {({ balances }) => <Balances balances={balances} />}
      </Loaded>
    </Stack>
  );
}

/** What the exported journals add up to. */
function PostedBalance({ choice, through }: { choice: ReactNode; through: string }) {
  const [, change] = useUrlParams();
  const query = api.books.postedBalance.useQuery(
    { through },
    { placeholderData: keepPreviousData },
  );
  return (
    <Stack gap="md">
      <Group align="flex-end" gap="sm">
        {choice}
        <MonthField
          label="Through"
          min="2000-01"
          max={today().slice(0, 7)}
          value={through}
          onChange={(month) => change({ through: month })}
        />
        <ExportBalance figures={{ figures: "posted", through }} />
      </Group>
      <Text size="sm" c="dimmed">
        The sum of all journals through this month. What we recorded late counts in the month in
        which it is posted.
        {query.data?.through === through &&
          !query.data.isClosed &&
          " This month is not closed, so its figures can still change."}
      </Text>
      <YearInWords year={query.data?.year} />
      <Loaded query={query} what="the trial balance" lines={10}>
        {({ balances }) => <Balances balances={balances} />}
      </Loaded>
    </Stack>
  );
}

function ExportBalance({ figures }: { figures: BalanceFigures }) {
  const utils = api.useUtils();
  return (
    <ExportFiles
      label="Export CSV"
      what="the file"
      ask={() => utils.books.balanceFiles.fetch(figures, { staleTime: 0 })}
    />
  );
}

/** Which financial year the figures are of. */
function YearInWords({ year }: { year: ApiOutputs["books"]["trialBalance"]["year"] | undefined }) {
  if (year === undefined) return null;
  return (
    <Text size="sm" c="dimmed">
      Financial year {monthsInWords(year)}: income and expenses begin it at 0, and what earlier
      years brought is in retained earnings.
    </Text>
  );
}

/** One of each currency. */
function Balances({ balances }: Pick<ApiOutputs["books"]["trialBalance"], "balances">) {
  const [path] = useLocation();
  const [params] = useUrlParams();
  return balances.length === 0 ? (
    <Empty title="No entries yet">Entries appear once a payment is recorded.</Empty>
  ) : (
    balances.map(({ currency, accounts, awaited }) => (
      <Stack key={currency} gap="xs">
        <AccountList
          label="accounts"
          accounts={accounts}
          currency={currency}
          hasOpening
          hrefOf={(account) =>
            `${path}?${withChanges(params, accountParams(account, currency)).toString()}`
          }
        />
        {awaited !== null && (
          <Text size="sm" c="dimmed">
            Orders awaiting payment, in no account:{" "}
            <MoneyText minor={awaited} currency={currency} />
          </Text>
        )}
      </Stack>
    ))
  );
}
