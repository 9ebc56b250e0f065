import { mayCall } from "@portal/shared/platform/permissions.ts";
import { ProfileSections } from "../features/people/accounts/profile-sections.tsx";
import { useSession } from "../session/session.tsx";
import { TaxDetailsCard } from "../features/people/tax-details/tax-details-card.tsx";
import { BankDetailsCard } from "../features/people/bank-details/bank-details-card.tsx";

/** The profile of office staff and members, with bank and tax details for those who earn commission. */
export function ProfilePage() {
  const session = useSession();
  const user = session.state === "signed-in" ? session.user : null;
  return (
    <ProfileSections
      bankDetails={mayCall("bankDetails.get", user) ? <BankDetailsCard /> : null}
      taxDetails={mayCall("taxDetails.get", user) ? <TaxDetailsCard /> : null}
    />
  );
}
