import { Anchor, Avatar, Box, Group, SimpleGrid, Text } from "@mantine/core";
import { nationalPhone } from "@portal/shared/platform/phones/phone-number.ts";
import { IconLogin2, IconPencil } from "@tabler/icons-react";
import { Link } from "wouter";
import type { UserAction } from "@portal/shared/people/users/user-list.ts";
import type { ApiOutputs } from "../../../api/api.ts";
import { personPath } from "../../../session/paths.ts";
import { StatusText } from "../../../ui/facts.tsx";
import { MoneyText } from "../../../ui/money-text.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { Sparkline } from "../../../ui/sparkline.tsx";
import { standingWords } from "./role-words.ts";
import { useIsPhone } from "../../../ui/use-is-phone.ts";
import { LastSeen, UserState } from "./user-columns.tsx";
import { UserRowMenu } from "./user-row-menu.tsx";
import { nameOf } from "./user-words.ts";

export type Person = ApiOutputs["people"]["get"];

export const isOfNetwork = ({ user: { role } }: Readonly<{ user: Pick<Person["user"], "role"> }>) =>
  role === "distributor" || role === "school" || role === "stockist";
export const isEarner = ({ user }: Person) => user.role === "distributor" || user.role === "school";

/** The head of a person's page: name and state, contact details, figures, and the actions. */
export function PersonHead(props: { person: Person; onAction: (action: UserAction) => void }) {
  const { person, onAction } = props;
  const { user } = person;
  const name = nameOf(user);
  // On a phone it is an entry of the menu only.
  const hasButton = !useIsPhone() && user.actions.includes("impersonate");
  return (
    <>
      <div>
        <Anchor component={Link} href="/admin/users" size="sm">
          Users
        </Anchor>
        <PageHeader
          title={name}
          heading={
            <Group gap="sm">
              <Avatar name={name} size={40} color="brand" variant="filled" aria-hidden="true" />
              {name}
              <UserState user={user} />
              <StatusText tone="under-way">{standingWords(user)}</StatusText>
              {user.test && <StatusText tone="waiting">Test</StatusText>}
            </Group>
          }
          note={<ContactLine user={user} />}
          actions={[
            hasButton && {
              label: `Sign in as ${user.firstName}`,
              icon: IconLogin2,
              onClick: () => onAction("impersonate"),
            },
            user.actions.includes("edit") && {
              label: "Edit",
              icon: IconPencil,
              isMain: true,
              onClick: () => onAction("edit"),
            },
          ].filter((action) => action !== false)}
        >
          <UserRowMenu
            name={name}
            actions={user.actions.filter(
              (action) => action !== "edit" && !(hasButton && action === "impersonate"),
            )}
            onAction={onAction}
          />
        </PageHeader>
      </div>
      <Figures person={person} />
    </>
  );
}

function ContactLine({ user }: Pick<Person, "user">) {
  const codeAndArea = [user.code, user.area].filter(Boolean).join(", ");
  return (
    <Group gap="4px 16px" mt={4}>
      <Anchor inherit href={`mailto:${user.email}`}>
        {user.email}
      </Anchor>
      {user.cell && (
        <Anchor inherit href={`tel:${user.cell}`}>
          {nationalPhone(user.cell)}
        </Anchor>
      )}
      {codeAndArea && <span>{codeAndArea}</span>}
      {user.parentId !== null && (
        <span>
          Parent:{" "}
          <Anchor inherit component={Link} href={personPath(user.parentId)}>
            {user.parentName}
          </Anchor>
        </span>
      )}
      <span>
        Last seen: <LastSeen user={user} />
      </span>
    </Group>
  );
}

function Figures({ person }: { person: Person }) {
  const { user, figures, currency } = person;
  const money = (minor: number) => <MoneyText minor={minor} currency={currency} />;
  const earns = isEarner(person);
  const isMember = isOfNetwork(person);
  const hasSold = figures.soldParts.some((part) => part > 0);
  const sold = (
    <Group gap="sm" wrap="nowrap">
      {money(figures.sold)}
      {hasSold && (
        <Box w={80} flex="0 1 80px" miw={0} visibleFrom="md">
          <Sparkline values={figures.soldParts} height={26} />
        </Box>
      )}
    </Group>
  );
  const shown = [
    ...(earns ? [{ name: "Unpaid commission", figure: money(figures.unpaid) }] : []),
    ...(isMember ? [{ name: "Sales, 90 days", figure: sold }] : []),
    ...(earns ? [{ name: "Team", figure: figures.team }] : []),
    ...(isMember ? [] : [{ name: "Orders", figure: figures.orders }]),
    { name: "Bought, 90 days", figure: money(figures.bought) },
    ...(user.credit === null ? [] : [{ name: "Store credit", figure: money(user.credit) }]),
  ];
  return (
    <SimpleGrid cols={{ base: 2, sm: shown.length }} spacing="md" verticalSpacing="xs">
      {shown.map(({ name, figure }) => (
        <Box key={name}>
          <Text size="sm" c="dimmed">
            {name}
          </Text>
          <Text component="div" fz="lg" fw={650} className="tabular">
            {figure}
          </Text>
        </Box>
      ))}
    </SimpleGrid>
  );
}
