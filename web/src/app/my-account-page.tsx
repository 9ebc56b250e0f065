// A page of the shop that uses components of the office frame.
import "../theme/mantine-office.ts";
import { Redirect } from "wouter";
import { ProfileCard } from "../features/people/accounts/profile-card.tsx";
import { ProfileScreen } from "../features/people/accounts/profile-screen.tsx";
import { AddressBook } from "../features/people/addresses/address-book.tsx";
import { MyOrders } from "../features/sales/orders/my-orders.tsx";
import { profilePath, signInPath } from "../session/paths.ts";
import { useSession } from "../session/session.tsx";
import { UnknownSession } from "./page.tsx";

/** A customer's account, in the shop. Members and office staff have their profile in the office frame. */
export function MyAccountPage() {
  const session = useSession();
  if (session.state === "guest") return <Redirect to={signInPath("/shop/my-account")} replace />;
  if (session.state === "unknown") return <UnknownSession session={session} />;
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
