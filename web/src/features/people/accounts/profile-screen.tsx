import type { ReactNode } from "react";
import { useSession } from "../../../session/session.tsx";
import { PageHeading } from "../../../ui/page-heading.tsx";
import { LinkCard } from "./link-card.tsx";
import { OfficeViewsCard } from "./office-views-card.tsx";
import { PasswordCard } from "./password-card.tsx";
import { PersonCard } from "./person-card.tsx";
import classes from "./profile-screen.module.css";
import { SessionsCard } from "./sessions-card.tsx";
import { UnverifiedNotice } from "./unverified-notice.tsx";

/** Who one is here, and the cards that save on their own. What other features add stands in the middle. */
export function ProfileScreen(props: { children?: ReactNode }) {
  const session = useSession();
  if (session.state !== "signed-in") return null;
  const { user } = session;
  const isCustomer = user.role === "customer";

  return (
    <div className={isCustomer ? `${classes.page} ${classes.shopPage}` : classes.page}>
      {isCustomer ? (
        <PageHeading title="My account" />
      ) : (
        <PageHeading title="My profile" area="Office" />
      )}
      {!user.verified && <UnverifiedNotice email={user.email} />}
      <PersonCard />
      {user.code !== null && <LinkCard code={user.code} />}
      {props.children}
      <PasswordCard hasPassword={user.hasPassword} />
      <SessionsCard />
      {user.role !== "admin" && <OfficeViewsCard />}
    </div>
  );
}
