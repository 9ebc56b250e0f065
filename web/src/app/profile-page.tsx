import { lazy } from "react";
import { mayCall } from "@portal/shared/platform/permissions.ts";
import { ProfileSections } from "../features/people/accounts/profile-sections.tsx";
import { useSession } from "../session/session.tsx";

const BankDetailsCard = lazy(async () => ({
  default: (await import("../features/people/bank-details/bank-details-card.tsx")).BankDetailsCard,
}));

/** The profile of the office and of members; whoever earns commission says where it goes. */
export function ProfilePage() {
  const session = useSession();
  const user = session.state === "signed-in" ? session.user : null;
  return (
    <ProfileSections bankDetails={mayCall("bankDetails.get", user) ? <BankDetailsCard /> : null} />
  );
}
