import { EmptyState, Text } from "@mantine/core";
import { IconInbox } from "@tabler/icons-react";
import type { ReactNode } from "react";

/** An empty list or page: what is missing, how it gets here, and an action. */
export function Empty(props: { title: string; children?: ReactNode; action?: ReactNode }) {
  return (
    <EmptyState
      size="sm"
      py="xl"
      icon={<IconInbox stroke={1.4} aria-hidden="true" />}
      title={props.title}
    >
      {props.children && (
        <Text component="div" size="sm" c="dimmed" maw="44ch">
          {props.children}
        </Text>
      )}
      {props.action && <EmptyState.Actions>{props.action}</EmptyState.Actions>}
    </EmptyState>
  );
}
