import { Anchor, Stack } from "@mantine/core";
import { Link } from "wouter";
import { api } from "../../../api/api.ts";
import { Empty } from "../../../ui/empty.tsx";
import { Notice } from "../../../ui/feedback.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { LevelTotalsBar, ModeSwitch } from "./level-totals.tsx";
import { NetworkPanel } from "./network-panel.tsx";
import { changesTab, NetworkTabs } from "./network-tabs.tsx";
import { type NetworkView, useNetworkView } from "./network-view.ts";
import { branchInput, branchOptions } from "./tree-store.ts";

/** The whole forest, or the network of one member as that member sees it. */
export function DistributorsScreen() {
  const view = useNetworkView();
  const { of } = view;
  const member = useMemberName(view);
  return (
    <Stack>
      <PageHeader title="Distributors">
        <ModeSwitch view={view} />
      </PageHeader>
      {of !== null && <AsSeenBy of={of} name={member} />}
      <LevelTotalsBar of={of} isForest={of === null} view={view} />
      <NetworkTabs
        view={view}
        tabs={[
          {
            value: "tree",
            label: "Tree",
            content: (
              <NetworkPanel
                key={of}
                label={of === null ? "All distributors and stockists" : `Network of ${member}`}
                view={view}
                viewer={{ kind: "office", memberId: of, name: member }}
                empty={<EmptyNetwork of={of} name={member} />}
              />
            ),
          },
          changesTab(of),
        ]}
      />
    </Stack>
  );
}

/** The name of the viewed member, which is the top of its own tree. */
function useMemberName({ of, showDeleted }: NetworkView): string {
  const top = api.network.tree.useQuery(
    branchInput({ of, isForest: of === null, showDeleted }, null, 1),
    {
      ...branchOptions,
      enabled: of !== null,
    },
  );
  return top.data?.nodes.find(({ userId }) => userId === of)?.label ?? `member ${of}`;
}

function AsSeenBy(props: { of: number; name: string }) {
  return (
    <Notice tone="info" title={`${props.name}’s network, as they see it`}>
      <p>
        Commission is what {props.name} earned on each person’s sales.{" "}
        <Anchor component={Link} href="/admin/distributors">
          Back to all distributors
        </Anchor>
      </p>
    </Notice>
  );
}

function EmptyNetwork(props: { of: number | null; name: string }) {
  if (props.of !== null) return <Empty title={`${props.name} has no team yet`} />;
  return (
    <Empty title="No one in the network yet">
      <p>
        Add the first distributor in{" "}
        <Anchor component={Link} href="/admin/users">
          Users
        </Anchor>
        .
      </p>
    </Empty>
  );
}
