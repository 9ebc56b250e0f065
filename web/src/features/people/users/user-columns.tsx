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
import classes from "./users.module.css";

export type ListedUser = ApiOutputs["users"]["list"]["rows"][number];
export type UserSort = (typeof userSorts)[number];
type Column = ListColumn<ListedUser, UserSort>;

/**
 * What the list shows of a person, two lines to a cell so that all of it fits on a desk.
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
    { id: "state", header: "Status", onPhone: "status", cell: (user) => <UserState user={user} /> },
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
    onPhone: "fact",
    cell: (user) => <span className="tabular">{user.id}</span>,
  },
  {
    id: "name",
    header: "Name",
    sortBy: "name",
    onPhone: "title",
    cell: (user) => (
      <TwoLines
        first={<strong className={classes.name}>{nameOf(user)}</strong>}
        second={<span className={classes.email}>{user.email}</span>}
      />
    ),
  },
];

function cellColumn(header: string): Column {
  return {
    id: "cell",
    optional: "shown",
    header,
    onPhone: "fact",
    cell: (user) =>
      user.cell === null ? null : (
        <span className={classes.number}>{nationalPhone(user.cell)}</span>
      ),
  };
}

const placeColumns: readonly Column[] = [
  {
    id: "role",
    header: "Role",
    onPhone: "fact",
    cell: (user) => <TwoLines first={roleWords[user.role]} second={standingOf(user)} />,
  },
  {
    id: "parent",
    optional: "shown",
    header: "Parent",
    onPhone: "fact",
    cell: (user) => user.parentName,
  },
  {
    id: "code",
    optional: "shown",
    header: "Code, area",
    onPhone: "fact",
    cell: (user) =>
      user.code === null && user.area === null ? null : (
        <TwoLines first={user.code} second={user.area} />
      ),
  },
];

const timeColumns: readonly Column[] = [
  {
    id: "created",
    optional: "hidden",
    header: "Created",
    sortBy: "created",
    onPhone: "fact",
    cell: (user) => <DayText value={user.dateCreated} />,
  },
  {
    id: "lastSeen",
    optional: "shown",
    header: "Last seen",
    sortBy: "lastSeen",
    onPhone: "fact",
    cell: (user) => (user.lastSeenAt === null ? "Never" : <AgoText value={user.lastSeenAt} />),
  },
];

function creditColumn(currency: Currency): Column {
  return {
    id: "credit",
    optional: "shown",
    header: "Credit",
    align: "end",
    onPhone: "fact",
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

function TwoLines(props: { first: ReactNode; second: ReactNode }) {
  return (
    <>
      {props.first}
      {props.second && <span className={classes.second}>{props.second}</span>}
    </>
  );
}
