import { ActionIcon, CloseButton, Drawer, Group } from "@mantine/core";
import { IconChevronDown, IconChevronUp } from "@tabler/icons-react";
import type { ReactNode } from "react";
import classes from "./overlay.module.css";
import { OverlayGuards, useOverlay } from "./use-overlay.ts";

/** An item beside its list: title and states in the head, actions in the foot, and the scrolling content between. */
export function Sheet(props: {
  title: ReactNode;
  /** Badges beside the title. */
  states?: ReactNode;
  /** The previous and next item of the list; `what` names an item: "order". */
  neighbours?: {
    what: string;
    previous: (() => void) | null;
    next: (() => void) | null;
  };
  /** Actions, the main one last. */
  foot?: ReactNode;
  size?: number;
  children: ReactNode;
  onClose: () => void;
}) {
  const { neighbours } = props;
  const { opened, ref, leave, close, guards } = useOverlay(props.onClose);
  const goTo = (open: (() => void) | null) => open && leave(open);
  return (
    <Drawer.Root
      opened={opened}
      onClose={close}
      closeOnEscape={false}
      returnFocus={false}
      position="right"
      size={props.size ?? 600}
      transitionProps={{ duration: 180 }}
    >
      <Drawer.Overlay backgroundOpacity={0.25} />
      <Drawer.Content ref={ref} classNames={{ content: classes.sheet ?? "" }}>
        <Group className={classes.head ?? ""} gap="xs" wrap="nowrap">
          <Drawer.Title className={classes.title ?? ""} tabIndex={-1}>
            {props.title}
          </Drawer.Title>
          {props.states}
          <Group gap={2} ml="auto" wrap="nowrap">
            {neighbours && (
              <>
                <ActionIcon
                  aria-label={`Previous ${neighbours.what}`}
                  disabled={neighbours.previous === null}
                  onClick={() => goTo(neighbours.previous)}
                >
                  <IconChevronUp size={18} aria-hidden="true" />
                </ActionIcon>
                <ActionIcon
                  aria-label={`Next ${neighbours.what}`}
                  disabled={neighbours.next === null}
                  onClick={() => goTo(neighbours.next)}
                >
                  <IconChevronDown size={18} aria-hidden="true" />
                </ActionIcon>
              </>
            )}
            <CloseButton size="lg" aria-label="Close" onClick={close} />
          </Group>
        </Group>
        <OverlayGuards value={guards}>
          <div className={`${classes.body} stack`}>{props.children}</div>
        </OverlayGuards>
        {props.foot && (
          <Group className={classes.foot ?? ""} gap="xs" justify="flex-end">
            {props.foot}
          </Group>
        )}
      </Drawer.Content>
    </Drawer.Root>
  );
}
