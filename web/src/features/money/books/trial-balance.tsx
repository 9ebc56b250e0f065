import { Group, NativeSelect, Stack, Text } from "@mantine/core";
import { keepPreviousData } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { api, type ApiOutputs } from "../../../api/api.ts";
import { today } from "../../../ui/days.tsx";
import { Empty } from "../../../ui/empty.tsx";
import { Loaded } from "../../../ui/feedback.tsx";
import { DayField } from "../../../ui/dates/day-field.tsx";
import { MonthField } from "../../../ui/dates/month-field.tsx";
import { dayParam } from "../../../ui/list/list-controls.tsx";
import { MoneyText } from "../../../ui/money-text.tsx";
import { useUrlParams } from "../../../ui/url-params.ts";
import { AccountList } from "./account-list.tsx";

const kinds = [
  { value: "as-of", label: "As of a day" },
  { value: "posted", label: "Posted through a month" },
];

/** The trial balance of all entries as of a day, or of the journals through a month. */
export function TrialBalance() {
  const [params, change] = useUrlParams();
  const isPosted = params.get("balance") === "posted";
  const choice = (
    <NativeSelect
      label="Figures"
      data={kinds}
      value={isPosted ? "posted" : "as-of"}
      onChange={({ currentTarget }) =>
        change({ balance: currentTarget.value === "posted" ? "posted" : null })
      }
    />
  );
  return isPosted ? <PostedBalance choice={choice} /> : <BalanceAsOf choice={choice} />;
}

/** As it was known on a day; by default as of now. */
function BalanceAsOf({ choice }: { choice: ReactNode }) {
  const [params, change] = useUrlParams();
  const asOf = dayParam(params.get("as-of"));
  const knownOn = dayParam(params.get("known-on"));
  const query = api.books.trialBalance.useQuery(
    { asOf: asOf || null, knownOn: knownOn || null },
    { placeholderData: keepPreviousData },
  );
  return (
    <Stack gap="md">
      <Group align="flex-end" gap="sm">
        {choice}
        <DayField
          label="As of"
          w={200}
          max={today()}
          value={asOf}
          onChange={(day) => change({ "as-of": day || null })}
        />
        <DayField
          label="Known on"
          w={200}
          max={today()}
          value={knownOn}
          onChange={(day) => change({ "known-on": day || null })}
        />
      </Group>
      <Text size="sm" c="dimmed">
        Each date includes the whole day. Without dates you see all entries up to now. “Known on”
        leaves out what we recorded later.
      </Text>
      <Loaded query={query} what="the trial balance" lines={10}>
        {({ balances }) => <Balances balances={balances} />}
      </Loaded>
    </Stack>
  );
}

/** What the exported journals add up to. */
function PostedBalance({ choice }: { choice: ReactNode }) {
  const [params, change] = useUrlParams();
  const present = today().slice(0, 7);
  const through = dayParam(`${params.get("through") ?? ""}-01`).slice(0, 7) || present;
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
          max={present}
          value={through}
          onChange={(month) => change({ through: month })}
        />
      </Group>
      <Text size="sm" c="dimmed">
        The sum of all journals through this month. What we recorded late counts in the month in
        which it is posted.
        {query.data?.through === through &&
          !query.data.isClosed &&
          " This month is not closed, so its figures can still change."}
      </Text>
      <Loaded query={query} what="the trial balance" lines={10}>
        {({ balances }) => <Balances balances={balances} />}
      </Loaded>
    </Stack>
  );
}

/** One of each currency. */
function Balances({ balances }: Pick<ApiOutputs["books"]["trialBalance"], "balances">) {
  return balances.length === 0 ? (
    <Empty title="No entries yet">Entries appear once a payment is recorded.</Empty>
  ) : (
    balances.map(({ currency, accounts, awaited }) => (
      <Stack key={currency} gap="xs">
        <AccountList label="accounts" accounts={accounts} currency={currency} />
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
