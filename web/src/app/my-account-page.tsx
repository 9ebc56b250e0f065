// A page of the shop that is made of the members' parts.
import "../theme/mantine-office.ts";
import { Redirect } from "wouter";
import { ProfileCard } from "../features/people/accounts/profile-card.tsx";
import { ProfileScreen } from "../features/people/accounts/profile-screen.tsx";
import { AddressBook } from "../features/people/addresses/address-book.tsx";
import { MyOrders } from "../features/sales/orders/my-orders.tsx";
import { profilePath, signInPath } from "../session/paths.ts";
import { useSession } from "../session/session.tsx";
import { Failure, Loading } from "../ui/feedback.tsx";
import { PageColumn } from "./page.tsx";

/** A customer's own page, in the shop. Members and the office have theirs in their own frame. */
export function MyAccountPage() {
  const session = useSession();
  if (session.state === "guest") return <Redirect to={signInPath("/shop/my-account")} replace />;
  if (session.state === "unknown") {
    return (
      <PageColumn>
        {session.error ? (
          <Failure what="your account" error={session.error} onRetry={session.retry} />
        ) : (
          <Loading what="your account" />
        )}
      </PageColumn>
    );
  }
  if (session.user.role !== "customer")
    return <Redirect to={profilePath(session.user.role)} replace />;
  return (
    <ProfileScreen
      first={
        <ProfileCard title="My orders">
          <MyOrders pageSize={5} isInCard />
        </ProfileCard>
      }
    >
      <ProfileCard title="My address book">
        <AddressBook heading="h3" />
      </ProfileCard>
    </ProfileScreen>
  );
}
