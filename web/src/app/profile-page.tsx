import { ProfileScreen } from "../features/accounts/profile-screen.tsx";
import { BankDetailsCard } from "../features/bank-details/bank-details-card.tsx";

export function ProfilePage() {
  return (
    <ProfileScreen>
      <BankDetailsCard />
    </ProfileScreen>
  );
}
