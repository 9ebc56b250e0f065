import { Anchor, Paper, Stack, Text, Title } from "@mantine/core";
import { monthsInWords } from "@portal/shared/catalogue/financial-year.ts";
import { monthInWords, nextMonth } from "@portal/shared/platform/calendar.ts";
import { Link } from "wouter";
import { api, type ApiOutputs } from "../../../api/api.ts";
import { useRegionWords } from "../../../session/use-region-words.ts";
import { Facts } from "../../../ui/facts.tsx";
import { Loaded } from "../../../ui/feedback.tsx";
import { MoneyText } from "../../../ui/money-text.tsx";

type Year = NonNullable<ApiOutputs["monthEnd"]["get"]["yearEnd"]>;

/** That a financial year ends with the month, and what it brought. */
export function YearEnd({ year, isClosed }: { year: Year; isClosed: boolean }) {
  const { priceTax } = useRegionWords();
  const { from, to } = year;
  const query = api.books.income.useQuery({ from, through: to });
  const next = monthInWords(nextMonth(to));
  return (
    <Paper component="section" maw={760} p="md" aria-label="Financial year">
      <Stack gap="sm">
        <Title order={2}>Financial year {monthsInWords(year)}</Title>
        <Text size="sm" c="dimmed">
          {isClosed ? "It ended with this month." : "It ends with this month."} Income and expenses
          begin at 0 in {next}, and this result is then in retained earnings. Amounts are excl.{" "}
          {priceTax}; costs that only your accounting program has are not included.
        </Text>
        <Loaded query={query} what="the result of the year" lines={3}>
          {({ statements }) =>
            statements.length === 0 ? (
              <Text>No income or expenses.</Text>
            ) : (
              statements.map(({ currency, sums }) => (
                <Facts
                  key={currency}
                  amounts
                  facts={[
                    {
                      name: "Income",
                      value: <MoneyText minor={sums.income.amount} currency={currency} />,
                    },
                    {
                      name: "Expenses",
                      value: <MoneyText minor={sums.expenses.amount} currency={currency} />,
                    },
                    {
                      name: "Result",
                      value: <MoneyText minor={sums.result.amount} currency={currency} />,
                      isSum: true,
                    },
                  ]}
                />
              ))
            )
          }
        </Loaded>
        <Text size="sm">
          <Anchor
            inherit
            component={Link}
            href={`/admin/accounting?view=income&from=${from}&through=${to}`}
          >
            Income and expenses
          </Anchor>
          {" · "}
          <Anchor
            inherit
            component={Link}
            href={`/admin/accounting?view=trial-balance&balance=posted&through=${to}`}
          >
            Trial balance
          </Anchor>
        </Text>
      </Stack>
    </Paper>
  );
}
