import { Box, Group, Text } from "@mantine/core";

export type Bar = Readonly<{
  key: string;
  value: number;
  /** The tooltip: "22 Nov 2026: R3 751.30". */
  words: string;
  /** Below the bar; without labels, `ends` has those of the first and the last bar. */
  label?: string;
  isMarked?: boolean;
}>;

/**
 * A bar chart of plain boxes, because a chart library would add 85 KB to the screen. Negative bars are below the line.
 *
 * @param props.label the whole chart in words, for screen readers
 */
export function Bars(props: {
  label: string;
  bars: readonly Bar[];
  height?: number;
  ends?: readonly [string, string];
}) {
  const { bars, ends } = props;
  const highest = Math.max(0, ...bars.map(({ value }) => value));
  const lowest = Math.min(0, ...bars.map(({ value }) => value));
  const share = (value: number) => (value / (highest - lowest || 1)) * 100;
  const zero = share(0 - lowest);
  const gap = bars.length > 12 ? 3 : 8;
  return (
    <div role="img" aria-label={props.label}>
      <Group h={props.height ?? 96} gap={gap} wrap="nowrap" align="stretch">
        {bars.map(({ key, value, words, isMarked }) => (
          <Box key={key} flex={1} pos="relative" miw={0} title={words}>
            <Box
              pos="absolute"
              left={0}
              right={0}
              mih={2}
              bdrs={3}
              opacity={isMarked ? 1 : 0.8}
              bg={value < 0 ? "var(--bad)" : isMarked ? "amber.5" : "var(--line)"}
              style={{
                bottom: `${zero - share(Math.max(0, -value))}%`,
                height: `${share(Math.abs(value))}%`,
              }}
            />
          </Box>
        ))}
      </Group>
      {ends ? (
        <Group justify="space-between" mt={6}>
          {ends.map((end) => (
            <Text key={end} size="xs" c="dimmed">
              {end}
            </Text>
          ))}
        </Group>
      ) : (
        <Group gap={gap} wrap="nowrap" mt={6}>
          {bars.map(({ key, label }) => (
            <Text key={key} flex={1} miw={0} size="xs" c="dimmed" ta="center">
              {label}
            </Text>
          ))}
        </Group>
      )}
    </div>
  );
}
