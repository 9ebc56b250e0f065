import { Box, Button, Group, Text, Title } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { Link } from "wouter";
import classes from "./page-header.module.css";
import { usePageHeading } from "./page-heading.tsx";
import { useIsPhone } from "./use-is-phone.ts";
import { type PageAction, PageActionsMenu } from "./page-actions-menu.tsx";

/** Exports the filtered list of a screen as a workbook. */
export function fileAction(href: string): readonly PageAction[] {
  return [{ label: "Excel", icon: IconDownload, href, isFile: true }];
}

/**
 * The head of an office screen: title, note and actions, the main one last. On a phone the other actions are in a menu, and
 * the main one is at the lower edge.
 */
export function PageHeader(props: {
  /** The title of the tab, and of the screen unless `heading` is set. */
  title: string;
  heading?: ReactNode;
  area?: string;
  note?: ReactNode;
  actions?: readonly PageAction[];
  /** Controls beside the title, such as a period. */
  children?: ReactNode;
}) {
  const isPhone = useIsPhone();
  const heading = usePageHeading(props.title, props.area ?? "Office");
  const actions = props.actions ?? [];
  const quiet = actions.filter(({ isMain }) => !isMain);
  const main = actions.filter(({ isMain }) => isMain);
  const note = props.note && (
    <Text component="div" size="sm" c="dimmed">
      {props.note}
    </Text>
  );
  // On a phone the note does not fit between title and controls.
  const isBelow = isPhone && Boolean(props.children);
  return (
    <Group justify="space-between" align="center" gap="sm">
      <Box {...(isPhone ? { flex: "1 1 0", miw: "50%" } : { miw: 0 })}>
        <Title order={1} ref={heading} tabIndex={-1}>
          {props.heading ?? props.title}
        </Title>
        {!isBelow && note}
      </Box>
      <Group gap="xs">
        {props.children}
        {isPhone ? (
          quiet.length > 0 && <PageActionsMenu actions={quiet} />
        ) : (
          <>
            {quiet.map((action) => (
              <ActionButton key={action.label} action={action} />
            ))}
            {main.map((action) => (
              <ActionButton key={action.label} action={action} />
            ))}
          </>
        )}
      </Group>
      {isBelow && note && <Box w="100%">{note}</Box>}
      {isPhone && main.length > 0 && (
        <div className={classes.foot} data-bottom-bar="page">
          {main.map((action) => (
            <ActionButton key={action.label} action={action} />
          ))}
        </div>
      )}
    </Group>
  );
}

function ActionButton({ action }: { action: PageAction }) {
  const { label, icon: ActionSign, isMain, loading, disabled } = action;
  const look = {
    variant: isMain ? "filled" : "default",
    leftSection: ActionSign && <ActionSign size={16} stroke={1.8} aria-hidden="true" />,
    ...(loading !== undefined && { loading }),
    ...(disabled !== undefined && { disabled }),
  };
  if (action.href === undefined)
    return (
      <Button {...look} onClick={action.onClick}>
        {label}
      </Button>
    );
  return action.isFile ? (
    <Button {...look} component="a" href={action.href} download>
      {label}
    </Button>
  ) : (
    <Button {...look} component={Link} href={action.href}>
      {label}
    </Button>
  );
}
