import { Anchor, Button, Group } from "@mantine/core";
import type { Currency } from "@portal/shared/platform/money.ts";
import { nationalPhone } from "@portal/shared/platform/phones/phone-number.ts";
import type { UserAction } from "@portal/shared/people/users/user-list.ts";
import { IconLogin2, IconPencil } from "@tabler/icons-react";
import { Link } from "wouter";
import { useRegionWords } from "../../../session/use-region-words.ts";
import { useShopLink } from "../../../session/use-shop-link.ts";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { DayText } from "../../../ui/days.tsx";
import { Facts } from "../../../ui/facts.tsx";
import { MoneyText } from "../../../ui/money-text.tsx";
import { Sheet } from "../../../ui/sheet.tsx";
import { LastSeen, type ListedUser, RoleAndStanding, UserState } from "./user-columns.tsx";
import { UserRowMenu } from "./user-row-menu.tsx";
import { nameOf, optionalFact } from "./user-words.ts";

const inFoot: readonly UserAction[] = ["edit", "impersonate"];

/** A person beside the list: contact details, position in the network, and the actions. */
export function UserSheet(props: {
  user: ListedUser;
  /** Of the store credit; null for viewers who do not see it. */
  currency: Currency | null;
  /** The path of the person's own page; null for viewers who may not open it. */
  pagePath: string | null;
  onAction: (action: UserAction) => void;
  onClose: () => void;
}) {
  const { user, onAction } = props;
  const { actions } = user;
  return (
    <Sheet
      title={nameOf(user)}
      states={<UserState user={user} />}
      foot={
        actions.length > 0 && (
          <>
            <Group mr="auto">
              <UserRowMenu
                name={nameOf(user)}
                actions={actions.filter((action) => !inFoot.includes(action))}
                onAction={onAction}
              />
            </Group>
            {actions.includes("impersonate") && (
              <Button
                variant="default"
                leftSection={<IconLogin2 size={16} stroke={1.8} aria-hidden="true" />}
                onClick={() => onAction("impersonate")}
              >
                Sign in as {user.firstName}
              </Button>
            )}
            {actions.includes("edit") && (
              <Button
                leftSection={<IconPencil size={16} stroke={1.8} aria-hidden="true" />}
                onClick={() => onAction("edit")}
              >
                Edit
              </Button>
            )}
          </>
        )
      }
      onClose={props.onClose}
    >
      {props.pagePath !== null && (
        <Anchor component={Link} href={props.pagePath} size="sm">
          Open page
        </Anchor>
      )}
      <UserFacts {...props} />
    </Sheet>
  );
}

function UserFacts(props: { user: ListedUser; currency: Currency | null }) {
  const { user, currency } = props;
  const { cell: cellWord } = useRegionWords();
  const { code, cell } = user;
  const shopLink = useShopLink();
  const link = code === null ? null : shopLink(code);
  return (
    <Facts
      facts={[
        {
          name: "Email",
          value: (
            <Anchor inherit href={`mailto:${user.email}`}>
              {user.email}
            </Anchor>
          ),
        },
        optionalFact(
          cellWord,
          cell && (
            <Anchor inherit href={`tel:${cell}`}>
              {nationalPhone(cell)}
            </Anchor>
          ),
        ),
        { name: "Role", value: <RoleAndStanding user={user} /> },
        optionalFact("Parent", user.parentName),
        optionalFact("Code", code),
        optionalFact(
          "Shop link",
          link && (
            <Group gap="xs" justify="space-between">
              {link}
              <CopyButton value={link} what="shop link" />
            </Group>
          ),
        ),
        optionalFact("Area", user.area),
        optionalFact(
          "Store credit",
          user.credit === null || currency === null ? null : (
            <MoneyText minor={user.credit} currency={currency} />
          ),
        ),
        { name: "Created", value: <DayText value={user.dateCreated} /> },
        { name: "Last seen", value: <LastSeen user={user} /> },
        { name: "ID", value: String(user.id) },
      ]}
    />
  );
}
