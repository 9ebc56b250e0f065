import { Group, Stack, Text } from "@mantine/core";
import { Suspense } from "react";
import { type SignedInUser, useSession } from "../../../session/session.tsx";
import { useShopLink } from "../../../session/use-shop-link.ts";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { Empty } from "../../../ui/empty.tsx";
import { Loading } from "../../../ui/feedback.tsx";
import { lazyPart } from "../../../ui/lazy-part.ts";
import { PageHeader } from "../../../ui/page-header.tsx";
import { AddUserButton } from "../../people/users/add-user-button.tsx";
import { LevelTotalsBar, ModeSwitch } from "./level-totals.tsx";
import { NetworkPanel } from "./network-panel.tsx";
import { changesTab, NetworkTabs } from "./network-tabs.tsx";
import { useNetworkView } from "./network-view.ts";

/** Loaded with its tab: with the tree it would be 17 KB more before a member sees the team. */
const UserList = lazyPart(async () => (await import("../../people/users/user-list.tsx")).UserList);

/** The member's own team, with its sales and the commission earned from them. */
export function MyNetworkScreen() {
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
                empty={<EmptyTeam user={user} />}
              />
            ),
          },
          {
            value: "people",
            label: "People",
            content: (
              <Suspense fallback={<Loading what="your network" lines={6} />}>
                <UserList viewer={user} />
              </Suspense>
            ),
          },
          changesTab(null),
        ]}
      />
    </Stack>
  );
}

function EmptyTeam({ user }: { user: SignedInUser }) {
  const shopLink = useShopLink();
  const link = user.code === null ? null : shopLink(user.code);
  return (
    <Empty title="You have no team yet" action={<AddUserButton viewer={user} />}>
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
