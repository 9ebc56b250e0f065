import { Group, Stack, Text } from "@mantine/core";
import { keepPreviousData } from "@tanstack/react-query";
import { api } from "../../../api/api.ts";
import { today } from "../../../ui/days.tsx";
import { Empty } from "../../../ui/empty.tsx";
import { Loaded } from "../../../ui/feedback.tsx";
import { DayField } from "../../../ui/dates/day-field.tsx";
import { dayParam } from "../../../ui/list/list-controls.tsx";
import { MoneyText } from "../../../ui/money-text.tsx";
import { useUrlParams } from "../../../ui/url-params.ts";
import { AccountList } from "./account-list.tsx";

/** The trial balance as of a day, as it was known on a day; by default as of now. */
export function TrialBalance() {
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
        {({ balances }) =>
          balances.length === 0 ? (
            <Empty title="No entries yet">Entries appear once a payment is recorded.</Empty>
          ) : (
            balances.map(({ currency, accounts, awaited }) => (
              <Stack key={currency} gap="xs">
                <AccountList label="accounts" accounts={accounts} currency={currency} />
                <Text size="sm" c="dimmed">
                  Orders awaiting payment, in no account:{" "}
                  <MoneyText minor={awaited ?? 0} currency={currency} />
                </Text>
              </Stack>
            ))
          )
        }
      </Loaded>
    </Stack>
  );
}
