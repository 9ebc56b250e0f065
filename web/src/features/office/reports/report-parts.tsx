import { Box, Group, List, Radio, Stack, Text, Title } from "@mantine/core";
import {
  type BuyerKind,
  saleFactWords,
  type SalesGroup,
  salesLevelWord,
  type SalesMethod,
} from "@portal/shared/office/reports/sales-terms.ts";
import {
  cityOf,
  daysOfPeriod,
  type FirstAndLast,
  firstAndLastOf,
  type NamedPeriod,
  namedPeriods,
} from "@portal/shared/platform/calendar.ts";
import { type Region, regionNames } from "@portal/shared/platform/region.ts";
import { rolePlurals } from "@portal/shared/platform/roles.ts";
import { paymentWayWords } from "@portal/shared/sales/orders/order-terms.ts";
import type { ApiOutputs } from "../../../api/api.ts";
import { useOfficeTimeZone } from "../../../office-time-zone.ts";
import { ChangeMark, percentChange, shownPercentMax } from "../../../ui/change-mark.tsx";
import { formatDay, today } from "../../../ui/days.tsx";
import { Notice } from "../../../ui/feedback.tsx";
import { dayParam } from "../../../ui/list/list-controls.tsx";
import { type ListFilter, periodFilter } from "../../../ui/list/list-filters.tsx";
import { MoneyText } from "../../../ui/money-text.tsx";

const periodWords: Readonly<Record<NamedPeriod | "custom", string>> = {
  "this-month": "This month",
  "last-month": "Last month",
  quarter: "This quarter",
  "tax-year": "Tax year",
  custom: "Custom",
};
/** What the rows of a grouping are called. */
export const groupPlurals: Readonly<Record<SalesGroup, string>> = {
  product: "products",
  level: "levels",
  person: "people",
  region: "regions",
  month: "months",
};
export const buyerWords: Readonly<Record<BuyerKind, string>> = {
  guest: "Guests",
  ...rolePlurals,
};
export const methodWords: Readonly<Record<SalesMethod, string>> = {
  ...paymentWayWords,
  several: "More than one method",
};

/** The name of a row; deleted products and erased people are shown by number. */
export function groupName(
  groupBy: SalesGroup,
  { key, name }: Readonly<{ key: string; name: string | null }>,
): string {
  switch (groupBy) {
    case "level":
      return salesLevelWord(Number(key));
    case "person":
      return name ?? (key === "0" ? "No seller" : `Erased person ${key}`);
    case "product":
      return name ?? `Removed product ${key}`;
    case "month":
      return formatDay(key).replace(/^\d+ /, "");
    case "region":
      return Object.entries(regionNames).find(([region]) => region === key)?.[1] ?? key;
  }
}

type Params = (name: string) => string | null;
export type ChosenPeriod = FirstAndLast & Readonly<{ period: NamedPeriod | "custom" }>;

/** The period in the address; custom days only where both are valid and in order. */
export function periodIn(param: Params, region: Region, usual: NamedPeriod): ChosenPeriod {
  const from = dayParam(param("from"));
  const to = dayParam(param("to"));
  if (param("period") === "custom" && from && to && from <= to)
    return { period: "custom", from, to };
  const period = namedPeriods.find((known) => known === param("period")) ?? usual;
  return { period, ...firstAndLastOf(daysOfPeriod(period, today(), region)) };
}

/** A filter by named period or custom days. */
export function reportPeriodFilter(
  { period, from, to }: ChosenPeriod,
  onChange: (changes: Readonly<Record<string, string | null>>) => void,
): ListFilter {
  const days = periodFilter({
    from,
    to,
    onChange: (chosen) => onChange({ period: chosen.from && "custom", ...chosen }),
  });
  return {
    ...days,
    name: "Period",
    value: period === "custom" ? days.value : periodWords[period],
    onClear: () => onChange({ period: null, from: null, to: null }),
    field: (close) => (
      <Stack>
        <Radio.Group
          aria-label="Period"
          value={period}
          onChange={(chosen) => {
            onChange({ period: chosen, from: null, to: null });
            close();
          }}
        >
          <Group gap="sm">
            {namedPeriods.map((value) => (
              <Radio key={value} size="xs" value={value} label={periodWords[value]} />
            ))}
          </Group>
        </Radio.Group>
        {days.field(close)}
      </Stack>
    ),
  };
}

/** "1 Nov 2026 to 30 Nov 2026 (Johannesburg time)" */
export function PeriodDays({ from, to }: FirstAndLast) {
  const zone = useOfficeTimeZone();
  return (
    <>
      {formatDay(from)} to {formatDay(to)} ({cityOf(zone)} time)
    </>
  );
}

/** "12% more than the previous period", or why there is no comparison. */
export function comparison(now: number, before: number): string {
  if (before <= 0) return "No sales in the previous period";
  const percent = percentChange(now, before);
  if (!percent) return "Same as the previous period";
  if (percent > shownPercentMax) return "More than 10 times the previous period";
  return `${Math.abs(percent)}% ${percent > 0 ? "more" : "less"} than the previous period`;
}

/** The main figure of a report, compared with the previous period. */
export function SalesFigure(props: {
  label: string;
  now: number;
  before: FirstAndLast & Readonly<{ total: number }>;
  valueText: (value: number) => string;
  note?: string;
}) {
  const { now, before } = props;
  return (
    <section aria-label={props.label}>
      <Text size="sm" c="dimmed">
        {props.label}
      </Text>
      <Group gap="sm">
        <Text fz={26} fw={650} lh={1.2}>
          {props.valueText(now)}
        </Text>
        <ChangeMark percent={before.total > 0 ? percentChange(now, before.total) : null} />
      </Group>
      <Text size="sm" c="dimmed">
        {props.note} {comparison(now, before.total)} ({formatDay(before.from)} to{" "}
        {formatDay(before.to)}).
      </Text>
    </section>
  );
}

type Late = ApiOutputs["reports"]["sales"]["late"];

/** What the figures include of months that were closed before it was recorded, with its own days. */
export function LateSales({ late: { rows, count } }: { late: Late }) {
  if (count === 0) return null;
  return (
    <Box component="section" maw={760} aria-labelledby="late-sales">
      <Title order={2} id="late-sales">
        Recorded late
      </Title>
      <Text size="sm" c="dimmed" mb="xs">
        Their month was already closed, so these figures count them on the first day of the next
        open month.
      </Text>
      <List size="sm">
        {rows.map(({ position, type, orderNumber, happenedOn, day, charged, currency }) => (
          <List.Item key={`${position} ${currency}`}>
            Order {orderNumber}: {saleFactWords[type]} on {formatDay(happenedOn)}, counted on{" "}
            {formatDay(day)}, <MoneyText minor={charged} currency={currency} /> charged
          </List.Item>
        ))}
        {count > rows.length && <List.Item>and {count - rows.length} more</List.Item>}
      </List>
    </Box>
  );
}

/** Events by which the figures may lag without a note: more than a busy minute. */
const behindMax = 1000;

export function CountNote(props: { behind: number }) {
  if (props.behind <= behindMax) return null;
  return (
    <Notice tone="info" title="Recent sales are still being added">
      They will appear within a few minutes.
    </Notice>
  );
}
