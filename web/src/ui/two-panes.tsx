import { Box, Button, Group, Stack } from "@mantine/core";
import { IconChevronLeft } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useIsPhone } from "./use-is-phone.ts";

/** A list with the open item beside it; on a phone either the list or the item. */
export function TwoPanes(props: {
  list: ReactNode;
  /** On a phone the list is shown until an item is chosen. */
  isChosen: boolean;
  backLabel: string;
  onBack: () => void;
  children: ReactNode;
}) {
  const isPhone = useIsPhone();
  if (!isPhone)
    return (
      <Group align="flex-start" wrap="nowrap" gap="lg">
        {/* A long list scrolls by itself, so that an item chosen at its end opens in view. */}
        <Box
          w={236}
          flex="none"
          pos="sticky"
          top={72}
          mah="calc(100dvh - 88px)"
          p={2}
          style={{ overflowY: "auto" }}
        >
          {props.list}
        </Box>
        <Box flex={1} miw={0}>
          {props.children}
        </Box>
      </Group>
    );
  if (!props.isChosen) return props.list;
  return (
    <Stack gap="sm" align="stretch">
      <div>
        <Button
          variant="subtle"
          size="compact-md"
          leftSection={<IconChevronLeft size={16} stroke={1.8} aria-hidden="true" />}
          onClick={props.onBack}
        >
          {props.backLabel}
        </Button>
      </div>
      {props.children}
    </Stack>
  );
}
