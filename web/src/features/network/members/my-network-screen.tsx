import { Group, Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { useSession } from "../../../session/session.tsx";
import { useShopLink } from "../../../session/use-shop-link.ts";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { Empty } from "../../../ui/empty.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { LevelTotalsBar, ModeSwitch } from "./level-totals.tsx";
import { NetworkPanel } from "./network-panel.tsx";
import { changesTab, NetworkTabs } from "./network-tabs.tsx";
import { useNetworkView } from "./network-view.ts";

/** The member's own team, with its sales and the commission earned from them. */
export function MyNetworkScreen(props: {
  /** From the users feature: the list of people, and the button that adds one. */
  people: ReactNode;
  addPerson: ReactNode;
}) {
  const session = useSession();
  const view = useNetworkView();
  if (session.state !== "signed-in") return null;
  const { user } = session;
  return (
    <Stack>
      <PageHeader title="My network">
        <ModeSwitch view={view} />
      </PageHeader>
      <LevelTotalsBar of={null} view={view} />
      <NetworkTabs
        view={view}
        tabs={[
          {
            value: "tree",
            label: "Tree",
            content: (
              <NetworkPanel
                label="My network"
                view={{ ...view, of: null }}
                viewer={{ kind: "member", memberId: user.id, name: user.firstName }}
                empty={<EmptyTeam code={user.code} addPerson={props.addPerson} />}
              />
            ),
          },
          { value: "people", label: "People", content: props.people },
          changesTab(null),
        ]}
      />
    </Stack>
  );
}

function EmptyTeam(props: { code: string | null; addPerson: ReactNode }) {
  const shopLink = useShopLink();
  const link = props.code === null ? null : shopLink(props.code);
  return (
    <Empty title="You have no team yet" action={props.addPerson}>
      <p>Share your link to make sales. People you add appear here with their sales.</p>
      {link !== null && (
        <Group component="p" justify="center" gap="xs">
          <Text span inherit c="var(--mantine-color-text)">
            {link}
          </Text>
          <CopyButton value={link} what="shop link" />
        </Group>
      )}
    </Empty>
  );
}
