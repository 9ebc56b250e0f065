import { Group, Stack } from "@mantine/core";
import { Empty } from "../../../ui/empty.tsx";
import { LevelTotalsBar } from "./level-totals.tsx";
import { ModeSwitch } from "./mode-switch.tsx";
import { NetworkPanel } from "./network-panel.tsx";
import { levelChanges, useNetworkView } from "./network-view.ts";

/** A member's network as that member sees it, for the office to look at. */
export function PersonNetwork({ id, name }: { id: number; name: string }) {
  const view = { ...useNetworkView(), tab: "tree", of: id };
  return (
    <Stack>
      <Group justify="flex-end">
        <ModeSwitch mode={view.mode} onChosen={(mode) => view.change({ mode })} />
      </Group>
      <LevelTotalsBar
        of={id}
        mode={view.mode}
        chosen={view.levels}
        onChosen={(levels) => view.change(levelChanges(view, levels))}
      />
      <NetworkPanel
        key={id}
        label={`Network of ${name}`}
        view={view}
        viewer={{ kind: "office", memberId: id, name }}
        ifNobody={<Empty title={`${name} has no team yet`} />}
      />
    </Stack>
  );
}
