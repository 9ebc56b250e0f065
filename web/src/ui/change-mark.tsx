import { Group, Text } from "@mantine/core";
import { IconArrowDownRight, IconArrowUpRight } from "@tabler/icons-react";

/** 25 for 125 after 100; null after 0. */
export function percentChange(now: number, before: number): number | null {
  return before === 0 ? null : Math.round(((now - before) / before) * 100);
}

/** A higher percentage is meaningless: the previous period was close to nothing. */
export const shownPercentMax = 999;

/** A change as an arrow and a percentage; the text beside it names what it is compared with. */
export function ChangeMark({ percent }: { percent: number | null }) {
  if (percent === null || percent === 0) return null;
  const Arrow = percent < 0 ? IconArrowDownRight : IconArrowUpRight;
  return (
    <Group gap={2} wrap="nowrap" c={percent < 0 ? "var(--bad)" : "var(--good)"}>
      <Arrow size={14} stroke={2.2} aria-hidden="true" />
      <Text size="xs" fw={600}>
        {percent > shownPercentMax ? `>${shownPercentMax}` : Math.abs(percent)}%
      </Text>
    </Group>
  );
}
