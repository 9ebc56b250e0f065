import { Button, Group, Title } from "@mantine/core";
import { type Currency, formatMoney } from "@portal/shared/platform/money.ts";
import { useState } from "react";
import { monthInWords } from "@portal/shared/platform/calendar.ts";
import { api } from "../../../api/api.ts";
import { Bars } from "../../../ui/bars.tsx";
import { Failure, Loading } from "../../../ui/feedback.tsx";
import { useIsPhone } from "../../../ui/use-is-phone.ts";
import { MonthTable } from "./earnings.tsx";

/** The commission of twelve months as bars, or as a table whose amounts link to their entries. */
export function MonthBars({ currency }: { currency: Currency | undefined }) {
  const { data: months, error, refetch } = api.wallet.months.useQuery();
  const [isTable, setTable] = useState(false);
  const isPhone = useIsPhone();
  if (!months || !currency)
    return error ? (
      <Failure what="your months" error={error} onRetry={() => void refetch()} />
    ) : (
      <Loading what="your months" lines={1} height={isPhone ? 118 : 158} />
    );
  const highest = Math.max(0, ...months.map(({ commission }) => commission));
  return (
    <section aria-labelledby="months">
      <Group justify="space-between" mb="xs">
        <Title order={2} id="months">
          Commission by month
        </Title>
        <Button
          variant="subtle"
          size="compact-sm"
          aria-expanded={isTable}
          onClick={() => setTable(!isTable)}
        >
          {isTable ? "Hide table" : "View as table"}
        </Button>
      </Group>
      <Bars
        label={`Commission of each month, at most ${formatMoney(highest, currency)}. The table has the same numbers.`}
        height={isPhone ? 56 : 96}
        bars={months.map(({ month, commission }) => ({
          key: month,
          value: commission,
          words: `${monthInWords(month)}: ${formatMoney(commission, currency)}`,
          label: monthInWords(month).slice(0, 3),
        }))}
      />
      {isTable && <MonthTable months={months} currency={currency} />}
    </section>
  );
}
