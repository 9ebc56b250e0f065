import { Tabs } from "@mantine/core";
import { type ReactNode } from "react";
import { NetworkChanges } from "./network-changes.tsx";
import { type NetworkView, tabChanges } from "./network-view.ts";

/** The changes in a member's team or in the whole forest. */
export function changesTab(of: number | null): NetworkTab {
  return {
    value: "changes",
    label: "Changes",
    content: <NetworkChanges of={of} />,
  };
}

type NetworkTab = Readonly<{ value: string; label: string; content: ReactNode }>;

/** The tabs of a network screen; only the chosen one is mounted and sends requests. */
export function NetworkTabs(props: { view: NetworkView; tabs: readonly NetworkTab[] }) {
  const { view, tabs } = props;
  const chosen = tabs.find(({ value }) => value === view.tab) ?? tabs[0];
  return (
    <Tabs
      value={chosen?.value ?? null}
      onChange={(value) => view.go(tabChanges(value ?? "tree"))}
      keepMounted={false}
    >
      <Tabs.List>
        {tabs.map(({ value, label }) => (
          <Tabs.Tab key={value} value={value}>
            {label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {tabs.map(({ value, content }) => (
        <Tabs.Panel key={value} value={value} pt="md">
          {content}
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
