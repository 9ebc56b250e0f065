import { Box, Button, Group, Stack } from "@mantine/core";
import { IconChevronLeft } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useIsPhone } from "./use-is-phone.ts";

/** Parts of one thing: their list at the left, the open one beside it; on a phone first the list, then the part. */
export function TwoPanes(props: {
  list: ReactNode;
  /** Nothing is open on a phone until something was chosen. */
  isChosen: boolean;
  backLabel: string;
  onBack: () => void;
  children: ReactNode;
}) {
  const isPhone = useIsPhone();
  if (!isPhone)
    return (
      <Group align="flex-start" wrap="nowrap" gap="lg">
        {/* A list that is longer than the window scrolls by itself, so that what is chosen at its end opens in view. */}
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
