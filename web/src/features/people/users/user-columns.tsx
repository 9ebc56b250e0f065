import { Text } from "@mantine/core";
import type { Currency } from "@portal/shared/platform/money.ts";
import { nationalPhone } from "@portal/shared/platform/phones/phone-number.ts";
import type { userSorts } from "@portal/shared/people/users/list-sorts.ts";
import type { UserAction } from "@portal/shared/people/users/user-list.ts";
import type { ReactNode } from "react";
import type { ApiOutputs } from "../../../api/api.ts";
import { AgoText, DayText } from "../../../ui/days.tsx";
import type { ListColumn } from "../../../ui/list/data-list.tsx";
import { MoneyText } from "../../../ui/money-text.tsx";
import { StatusText } from "../../../ui/facts.tsx";
import { levelWords, roleWords } from "../../../ui/role-words.ts";
import { UserRowMenu } from "./user-row-menu.tsx";
import { nameOf } from "./user-words.ts";

export type ListedUser = ApiOutputs["users"]["list"]["rows"][number];
export type UserSort = (typeof userSorts)[number];
type Column = ListColumn<ListedUser, UserSort>;

/**
 * What the list shows of a person.
 * `creditIn` is the currency of the store credit, for those who are shown it; `cell` what a number is called.
 */
export function userColumns(
  onAction: (user: ListedUser, action: UserAction) => void,
  { creditIn, cell }: Readonly<{ creditIn: Currency | null; cell: string }>,
): readonly Column[] {
  return [
    ...personColumns,
    cellColumn(cell),
    ...placeColumns,
    ...(creditIn === null ? [] : [creditColumn(creditIn)]),
    ...timeColumns,
    {
      id: "state",
      header: "Status",
      width: 116,
      onPhone: "status",
      cell: (user) => <UserState user={user} />,
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

const personColumns: readonly Column[] = [
  {
    id: "id",
    optional: "shown",
    header: "ID",
    sortBy: "id",
    width: 64,
    onPhone: "none",
    cell: (user) => <span className="tabular">{user.id}</span>,
  },
  {
    id: "name",
    header: "Name",
    sortBy: "name",
    width: "rest",
    onPhone: "title",
    cell: (user) => <span title={user.email}>{nameOf(user)}</span>,
  },
  {
    id: "email",
    optional: "hidden",
    header: "Email",
    width: "rest",
    onPhone: "none",
    cell: (user) => user.email,
  },
];

function cellColumn(header: string): Column {
  return {
    id: "cell",
    optional: "shown",
    header,
    width: 124,
    onPhone: "none",
    cell: (user) => (user.cell === null ? null : nationalPhone(user.cell)),
  };
}

const placeColumns: readonly Column[] = [
  {
    id: "role",
    header: "Role",
    width: 164,
    onPhone: "fact",
    cell: (user) => <WithMore first={roleWords[user.role]} more={standingOf(user)} />,
  },
  {
    id: "parent",
    optional: "shown",
    header: "Parent",
    width: "rest",
    onPhone: "none",
    cell: (user) => user.parentName,
  },
  {
    id: "code",
    optional: "shown",
    header: "Code",
    width: 92,
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
];

const timeColumns: readonly Column[] = [
  {
    id: "created",
    optional: "hidden",
    header: "Created",
    sortBy: "created",
    width: 124,
    onPhone: "none",
    cell: (user) => <DayText value={user.dateCreated} />,
  },
  {
    id: "lastSeen",
    optional: "shown",
    header: "Last seen",
    sortBy: "lastSeen",
    width: 124,
    onPhone: "none",
    cell: (user) => (user.lastSeenAt === null ? "Never" : <AgoText value={user.lastSeenAt} />),
  },
];

function creditColumn(currency: Currency): Column {
  return {
    id: "credit",
    optional: "shown",
    header: "Credit",
    align: "end",
    width: 104,
    onPhone: "amount",
    cell: (user) =>
      user.credit === null ? null : <MoneyText minor={user.credit} currency={currency} />,
  };
}

/** The level of a distributor, the margin of a stockist, and what else sets a person apart. */
function standingOf(user: ListedUser): string {
  const words = [
    user.level !== null && user.level !== 4 ? levelWords(user.level) : null,
    user.stockistMargin === null ? null : `Margin\u00a0${user.stockistMargin}%`,
    user.influencer ? "Influencer" : null,
    user.test ? "Test" : null,
  ];
  return words.filter((word) => word !== null).join(", ");
}

function UserState(props: { user: ListedUser }) {
  const { active, verified } = props.user;
  if (!active) return <StatusText tone="neutral">Deleted</StatusText>;
  return verified ? (
    <StatusText tone="good">Active</StatusText>
  ) : (
    <StatusText tone="waiting">Not verified</StatusText>
  );
}

function WithMore(props: { first: ReactNode; more: ReactNode }) {
  return (
    <>
      {props.first}{" "}
      {props.more && (
        <Text span inherit c="dimmed">
          {props.more}
        </Text>
      )}
    </>
  );
}
