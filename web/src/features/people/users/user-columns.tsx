import { roleWords } from "@portal/shared/platform/roles.ts";
import { Anchor } from "@mantine/core";
import type { Currency } from "@portal/shared/platform/money.ts";
import { nationalPhone } from "@portal/shared/platform/phones/phone-number.ts";
import type { UserAction } from "@portal/shared/people/users/user-list.ts";
import type { ApiOutputs } from "../../../api/api.ts";
import { AgoText, DayText } from "../../../ui/days.tsx";
import type { ListColumn } from "../../../ui/list/list-columns.ts";
import { MoneyText } from "../../../ui/money-text.tsx";
import { StatusText } from "../../../ui/facts.tsx";
import { levelWords } from "./role-words.ts";
import type { UserSort } from "./user-filters.ts";
import { UserRowMenu } from "./user-row-menu.tsx";
import { nameOf } from "./user-words.ts";

export type ListedUser = ApiOutputs["users"]["list"]["rows"][number];
type Column = ListColumn<ListedUser, UserSort>;

/**
 * The columns of the list, one line to a cell; further columns are optional, and the rest is in the sheet. `creditIn` is
 * the currency of the store credit, null for viewers who do not see it; `cell` is the region's word for a cell number.
 */
export function userColumns(
  onAction: (user: ListedUser, action: UserAction) => void,
  { creditIn, cell }: Readonly<{ creditIn: Currency | null; cell: string }>,
): readonly Column[] {
  return [
    {
      id: "id",
      optional: "hidden",
      header: "ID",
      width: 64,
      sortBy: "id",
      onPhone: "none",
      cell: (user) => user.id,
    },
    {
      id: "name",
      header: "Name",
      width: "rest",
      sortBy: "name",
      onPhone: "title",
      cell: (user) => <span title={user.email}>{nameOf(user)}</span>,
    },
    {
      id: "email",
      optional: "hidden",
      header: "Email",
      width: "rest",
      sortBy: "email",
      onPhone: "none",
      cell: (user) => (
        <Anchor inherit href={`mailto:${user.email}`}>
          {user.email}
        </Anchor>
      ),
    },
    {
      id: "cell",
      optional: "hidden",
      header: cell,
      width: 128,
      onPhone: "none",
      cell: (user) => (user.cell === null ? null : nationalPhone(user.cell)),
    },
    {
      id: "role",
      header: "Role",
      width: 180,
      onPhone: "fact",
      cell: (user) => <RoleAndStanding user={user} />,
    },
    {
      id: "parent",
      optional: "shown-if-wide",
      header: "Parent",
      width: "rest",
      onPhone: "none",
      cell: (user) => user.parentName,
    },
    {
      id: "code",
      optional: "shown",
      header: "Code",
      width: 104,
      onPhone: "fact",
      cell: (user) => user.code,
    },
    {
      id: "area",
      optional: "hidden",
      header: "Area",
      width: "rest",
      onPhone: "none",
      cell: (user) => user.area,
    },
    ...(creditIn === null ? [] : [creditColumn(creditIn)]),
    {
      id: "created",
      optional: "hidden",
      header: "Created",
      width: 112,
      sortBy: "created",
      onPhone: "none",
      cell: (user) => <DayText value={user.dateCreated} />,
    },
    {
      id: "lastSeen",
      optional: "shown",
      header: "Last seen",
      width: 112,
      sortBy: "lastSeen",
      onPhone: "fact",
      cell: (user) => <LastSeen user={user} />,
    },
    {
      id: "state",
      header: "Status",
      width: 124,
      onPhone: "status",
      // A phone shows only states other than "Active": the class is that of Mantine's `visibleFrom`.
      cell: (user) => (
        <span className={user.active && user.verified ? "mantine-visible-from-sm" : undefined}>
          <UserState user={user} />
        </span>
      ),
    },
    {
      id: "actions",
      header: "Actions",
      width: 44,
      pinned: true,
      onPhone: "menu",
      cell: (user) => (
        <UserRowMenu
          name={nameOf(user)}
          actions={user.actions}
          onAction={(action) => onAction(user, action)}
        />
      ),
    },
  ];
}

function creditColumn(currency: Currency): Column {
  return {
    id: "credit",
    optional: "shown-if-wide",
    header: "Credit",
    width: 112,
    align: "end",
    onPhone: "none",
    cell: (user) =>
      user.credit === null ? null : <MoneyText minor={user.credit} currency={currency} />,
  };
}

export function LastSeen({ user }: { user: ListedUser }) {
  return user.lastSeenAt === null ? "Never" : <AgoText value={user.lastSeenAt} />;
}

/** "Distributor Level 2", with the level dimmed. */
export function RoleAndStanding({ user }: { user: ListedUser }) {
  return (
    <>
      <span>{roleWords[user.role]}</span> <span className="quiet">{standingOf(user)}</span>
    </>
  );
}

/** The level of a distributor, the margin of a stockist, and flags. */
function standingOf(user: ListedUser): string {
  const words = [
    user.level !== null && user.level !== 4 ? levelWords(user.level) : null,
    user.stockistMargin === null ? null : `Margin\u00a0${user.stockistMargin}%`,
    user.influencer ? "Influencer" : null,
    user.test ? "Test" : null,
  ];
  return words.filter((word) => word !== null).join(", ");
}

export function UserState(props: { user: ListedUser }) {
  const { active, verified } = props.user;
  if (!active) return <StatusText tone="neutral">Deleted</StatusText>;
  return verified ? (
    <StatusText tone="good">Active</StatusText>
  ) : (
    <StatusText tone="waiting">Not verified</StatusText>
  );
}
