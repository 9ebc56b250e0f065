import { Anchor, Group, Paper, Text, Title } from "@mantine/core";
import type { DashboardPeriod } from "@portal/shared/office/dashboard.ts";
import { monthInWords } from "@portal/shared/platform/calendar.ts";
import { type Currency, formatMoney } from "@portal/shared/platform/money.ts";
import { Link } from "wouter";
import { Bars } from "../../../ui/bars.tsx";
import { formatDay } from "../../../ui/days.tsx";
import { MoneyText } from "../../../ui/money-text.tsx";
import { changeWords, type Dashboard, type PeriodWords } from "./figures.tsx";

export const periodWords: Readonly<Record<DashboardPeriod, PeriodWords>> = {
  "7-days": {
    label: "7 days",
    sold: "Sold in 7 days",
    whole: "the last 7 days",
    before: "the 7 days before",
    chart: "Sales by day",
    last: "Today",
    nameOf: formatDay,
  },
  "30-days": {
    label: "30 days",
    sold: "Sold in 30 days",
    whole: "the last 30 days",
    before: "the 30 days before",
    chart: "Sales by day",
    last: "Today",
    nameOf: formatDay,
  },
  "tax-year": {
    label: "Tax year",
    sold: "Sold this tax year",
    whole: "this tax year",
    before: "the same days last year",
    chart: "Sales by month",
    last: "This month",
    nameOf: (day) => monthInWords(day.slice(0, 7)),
  },
};

/** Sales by day or month of the period; the last bar is highlighted. */
export function SalesOfPeriod(props: {
  sales: Dashboard["sales"];
  currency: Currency;
  words: PeriodWords;
}) {
  const { sales, currency, words } = props;
  const { days, month, recent } = sales;
  const [first] = days;
  return (
    <Paper component="section" aria-labelledby="sales-of-period" p="md">
      <Group justify="space-between" mb="sm">
        <Title order={2} id="sales-of-period">
          {words.chart}
        </Title>
        <Anchor size="sm" component={Link} href="/admin/sales-graph">
          Sales graph
        </Anchor>
      </Group>
      <Bars
        label={`Sales of ${words.whole}, ${formatMoney(recent.total, currency)} in total`}
        bars={days.map(({ day, total }, at) => ({
          key: day,
          value: total,
          words: `${words.nameOf(day)}: ${formatMoney(total, currency)}`,
          isMarked: at === days.length - 1,
        }))}
        ends={[first ? words.nameOf(first.day) : "", words.last]}
      />
      <Text size="sm" mt="sm" className="tabular">
        Sold this month:{" "}
        <strong>
          <MoneyText minor={month.sold.total} currency={currency} />
        </strong>
        . {changeWords(month.sold.total, month.before.total, currency, "the same days last month")}{" "}
        <Anchor
          inherit
          component={Link}
          href={`/admin/sales-report?period=custom&from=${month.from}&to=${month.to}`}
        >
          Charged in the sales report
        </Anchor>
      </Text>
    </Paper>
  );
}
