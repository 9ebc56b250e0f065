import type { ReactNode } from "react";
import { useSession } from "../../../session/session.tsx";
import { PageHeading } from "../../../ui/page-heading.tsx";
import classes from "./accounts.module.css";
import { PersonCard } from "./person-card.tsx";
import { OfficeViewsCard, UnverifiedNotice } from "./profile-card.tsx";
import { PasswordCard, SessionsCard } from "./security-cards.tsx";

/** A customer's account on one page, with the cards of other features at the top and in the middle. */
export function ProfileScreen(props: { first?: ReactNode; children?: ReactNode }) {
  const session = useSession();
  if (session.state !== "signed-in") return null;
  const { user } = session;
  return (
    <div className={`${classes.profile} page`}>
      <PageHeading title="My account" />
      {!user.verified && <UnverifiedNotice email={user.email} />}
      {props.first}
      <PersonCard />
      {props.children}
      <PasswordCard hasPassword={user.hasPassword} />
      <SessionsCard />
      <OfficeViewsCard />
    </div>
  );
}
