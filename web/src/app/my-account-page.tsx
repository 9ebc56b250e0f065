// A page of the shop that uses components of the office frame.
import "../theme/mantine-office.ts";
import { Redirect } from "wouter";
import classes from "../features/people/accounts/accounts.module.css";
import { PersonCard } from "../features/people/accounts/person-card.tsx";
import {
  OfficeViewsCard,
  ProfileCard,
  UnverifiedNotice,
} from "../features/people/accounts/profile-card.tsx";
import { PasswordCard, SessionsCard } from "../features/people/accounts/security-cards.tsx";
import { AddressBook } from "../features/people/addresses/address-book.tsx";
import { MyOrders } from "../features/sales/orders/my-orders.tsx";
import { profilePath, signInPath } from "../session/paths.ts";
import { useSession } from "../session/session.tsx";
import { PageHeading } from "../ui/page-heading.tsx";
import { UnknownSession } from "./page.tsx";

/** A customer's account, in the shop. Members and office staff have their profile in the office frame. */
export function MyAccountPage() {
  const session = useSession();
  if (session.state === "guest") return <Redirect to={signInPath("/shop/my-account")} replace />;
  if (session.state === "unknown") return <UnknownSession session={session} />;
  const { user } = session;
  if (user.role !== "customer") return <Redirect to={profilePath(user.role)} replace />;
  return (
    <div className={`${classes.profile} page`}>
      <PageHeading title="My account" />
      {!user.verified && <UnverifiedNotice email={user.email} />}
      <ProfileCard title="My orders">
        <MyOrders pageSize={5} isInCard />
      </ProfileCard>
      <PersonCard />
      <ProfileCard title="My address book">
        <AddressBook heading="h3" />
      </ProfileCard>
      <PasswordCard hasPassword={user.hasPassword} />
      <SessionsCard />
      <OfficeViewsCard />
    </div>
  );
}
