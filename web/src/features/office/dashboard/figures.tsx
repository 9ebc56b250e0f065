import type { Day } from "@portal/shared/platform/calendar.ts";
import { Badge, Box, Card, Group, Progress, Text } from "@mantine/core";
import { type Currency, formatMoney } from "@portal/shared/platform/money.ts";
import { type ReactNode, useId } from "react";
import { ChangeMark, percentChange } from "../../../ui/change-mark.tsx";
import { DayText } from "../../../ui/days.tsx";
import { MoneyText } from "../../../ui/money-text.tsx";
import { Sparkline } from "../../../ui/sparkline.tsx";
import type { ApiOutputs } from "../../../api/api.ts";

export type PeriodWords = Readonly<{
  label: string;
  sold: string;
  whole: string;
  before: string;
  chart: string;
  last: string;
  nameOf: (day: Day) => string;
}>;

export type Dashboard = ApiOutputs["dashboard"]["get"];

type Sold = Dashboard["sales"]["today"];

/** Sales, commission owed and money that leaves the bank, each with an explanation. */
export function Figures({ dashboard, words }: { dashboard: Dashboard; words: PeriodWords }) {
  const { sales, owed, cash, work } = dashboard;
  const { currency } = work;
  const money = (minor: number) => <MoneyText minor={minor} currency={currency} />;
  const whole = owed.available + owed.waiting;
  return (
    // Focusable, so that the keyboard can scroll it where it is swiped on a phone.
    <section aria-label="Figures" className="swipe" tabIndex={0}>
      <Figure
        label="Sold today"
        minor={sales.today.total}
        currency={currency}
        change={percentChange(sales.today.total, sales.yesterday.total)}
        note={soldWords(sales.today, sales.yesterday, currency, "this time yesterday")}
      >
        <Sparkline values={[0, ...sales.hours]} before={[0, ...sales.hoursBefore]} />
      </Figure>
      <Figure
        label={words.sold}
        minor={sales.recent.total}
        currency={currency}
        change={percentChange(sales.recent.total, sales.before.total)}
        note={soldWords(sales.recent, sales.before, currency, words.before)}
      >
        <Sparkline values={sales.days.map(({ total }) => total)} before={sales.daysBefore} />
      </Figure>
      <Figure
        label="Commission owed"
        minor={whole}
        currency={currency}
        note={
          <>
            {money(owed.available)} available
            {owed.waiting > 0 && (
              <>
                {" · "}
                {money(owed.waiting)} in waiting period
                {owed.waitingUntil !== null && (
                  <>
                    {" "}
                    until <DayText value={owed.waitingUntil} />
                  </>
                )}
              </>
            )}
          </>
        }
      >
        <Progress.Root size={10} mt={20}>
          <Progress.Section
            value={whole === 0 ? 0 : (owed.available / whole) * 100}
            color="var(--line)"
            aria-label="Available"
          />
          <Progress.Section
            value={whole === 0 ? 0 : (owed.waiting / whole) * 100}
            color="amber.4"
            aria-label="In waiting period"
          />
        </Progress.Root>
      </Figure>
      <Figure
        isMain
        label="Leaves the bank this week"
        minor={cash.requests.sum + cash.batches.sum}
        currency={currency}
        note={
          <>
            {money(cash.requests.sum)} requested, all checks passed · {money(cash.batches.sum)} in
            batches
          </>
        }
      >
        <Group gap={6} mt={12}>
          <Badge color={cash.requests.count > 0 ? "amber" : "gray"}>
            {countWords(cash.requests.count, "request", "requests")}
          </Badge>
          <Badge color="gray">{countWords(cash.batches.count, "batch", "batches")}</Badge>
        </Group>
      </Figure>
    </section>
  );
}

function Figure(props: {
  label: string;
  minor: number;
  currency: Currency;
  change?: number | null;
  note: ReactNode;
  isMain?: boolean;
  children: ReactNode;
}) {
  const { change = null } = props;
  const id = useId();
  return (
    <Card
      component="article"
      aria-labelledby={id}
      {...(props.isMain && { bg: "var(--ground)", radius: "var(--shoulder-lg)" })}
    >
      <Group justify="space-between" wrap="nowrap" gap="xs">
        <Text id={id} size="sm" fw={550} c="dimmed">
          {props.label}
        </Text>
        <ChangeMark percent={change} />
      </Group>
      <Text fz={26} fw={650} lh={1.15} mt={4} mb={6}>
        <MoneyText minor={props.minor} currency={props.currency} />
      </Text>
      <Box h={44}>{props.children}</Box>
      <Text size="xs" c="dimmed" mt="xs" className="tabular">
        {props.note}
      </Text>
    </Card>
  );
}

function countWords(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}

function soldWords(now: Sold, before: Sold, currency: Currency, than: string): string {
  const orders = countWords(now.orders, "paid order", "paid orders");
  return `${orders}. ${changeWords(now.total, before.total, currency, than)}`;
}

/** "R120.00 more than this time yesterday." */
export function changeWords(now: number, before: number, currency: Currency, than: string): string {
  if (now === before) return `Same as ${than}.`;
  const amount = formatMoney(Math.abs(now - before), currency);
  return `${amount} ${now > before ? "more" : "less"} than ${than}.`;
}
