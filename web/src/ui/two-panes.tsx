import { Box, Button, Flex } from "@mantine/core";
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
  const isBeside = !isPhone;
  // One tree for both widths: what is typed in the open item, or shown only once, survives the turn of a phone.
  return (
    <Flex
      direction={isPhone ? "column" : "row"}
      align={isPhone ? "stretch" : "flex-start"}
      gap={isPhone ? "sm" : "lg"}
    >
      {(isBeside || !props.isChosen) && (
        // A long list scrolls by itself, so that an item chosen at its end opens in view.
        <Box
          {...(isBeside && {
            w: 236,
            flex: "none",
            pos: "sticky" as const,
            top: 72,
            mah: "calc(100dvh - 88px)",
            p: 2,
            style: { overflowY: "auto" as const },
          })}
        >
          {props.list}
        </Box>
      )}
      {isPhone && props.isChosen && (
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
      )}
      {(isBeside || props.isChosen) && (
        <Box flex={isPhone ? undefined : 1} miw={0}>
          {props.children}
        </Box>
      )}
    </Flex>
  );
}
