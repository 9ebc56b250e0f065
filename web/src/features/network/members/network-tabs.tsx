import { Tabs } from "@mantine/core";
import { lazy, type ReactNode, Suspense } from "react";
import { Loading } from "../../../ui/feedback.tsx";
import { type NetworkView, tabChanges } from "./network-view.ts";

const NetworkChanges = lazy(async () => ({
  default: (await import("./network-changes.tsx")).NetworkChanges,
}));

/** What changed below somebody, or in the whole forest. Its list comes when it is asked for. */
export function changesTab(of: number | null): NetworkTab {
  return {
    value: "changes",
    label: "Changes",
    content: (
      <Suspense fallback={<Loading what="the changes" lines={6} />}>
        <NetworkChanges of={of} />
      </Suspense>
    ),
  };
}

export type NetworkTab = Readonly<{ value: string; label: string; content: ReactNode }>;

/** What a network is looked at by. Only the chosen tab is drawn, and asks the server for anything. */
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
