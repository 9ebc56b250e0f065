import { Group, Text } from "@mantine/core";
import { IconArrowDownRight, IconArrowUpRight } from "@tabler/icons-react";

/** 25 of 125 after 100; null where there is nothing to compare with. */
export function percentChange(now: number, before: number): number | null {
  return before === 0 ? null : Math.round(((now - before) / before) * 100);
}

/** Beyond this a percentage says nothing that a person could weigh: the period before was next to nothing. */
export const shownPercentMax = 999;

/** How much more or less a figure is, as an arrow and a percentage; the sentence beside it says of what. */
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
