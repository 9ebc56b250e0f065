import { Group, Stack } from "@mantine/core";
import { Empty } from "../../../ui/empty.tsx";
import { LevelTotalsBar, ModeSwitch } from "./level-totals.tsx";
import { NetworkPanel } from "./network-panel.tsx";
import { useNetworkView } from "./network-view.ts";

/** A member's network as that member sees it, on the person's page in the office. */
export function PersonNetwork({ id, name }: { id: number; name: string }) {
  const view = { ...useNetworkView(), tab: "tree", of: id };
  return (
    <Stack>
      <Group justify="flex-end">
        <ModeSwitch view={view} />
      </Group>
      <LevelTotalsBar of={id} view={view} />
      <NetworkPanel
        key={id}
        label={`Network of ${name}`}
        view={view}
        viewer={{ kind: "office", memberId: id, name }}
        empty={<Empty title={`${name} has no team yet`} />}
      />
    </Stack>
  );
}
