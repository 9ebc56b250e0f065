import { PersonWallet } from "../features/money/wallets/person-wallet.tsx";
import { PersonNetwork } from "../features/network/members/person-network.tsx";
import { PersonRecipients } from "../features/people/addresses/person-recipients.tsx";
import { isEarner, isOfNetwork, type Person } from "../features/people/users/person-head.tsx";
import { PersonNotes, PersonSignIns } from "../features/people/users/person-parts.tsx";
import { nameOf } from "../features/people/users/user-words.ts";
import { PersonHistory } from "../features/platform/audit/person-history.tsx";
import { PersonMessages } from "../features/platform/messages/person-messages.tsx";
import { PersonOrders } from "../features/sales/orders/person-orders.tsx";
import { StockistSales } from "../ui/stockist-card.tsx";
import type { PersonTab } from "./person-tabs.ts";

/** A tab of the page of a person, other than the first. */
export function PersonTabPart(props: {
  tab: Exclude<PersonTab, "overview">;
  person: Person;
  showsCredit: boolean;
}) {
  const { person, tab } = props;
  const { id, test } = person.user;
  switch (tab) {
    case "orders":
      return <PersonOrders id={id} isMember={isOfNetwork(person)} isTest={test} />;
    case "wallet":
      return isEarner(person) ? (
        <PersonWallet id={id} showsCredit={props.showsCredit} />
      ) : (
        <StockistSales userId={id} />
      );
    case "network":
      return <PersonNetwork id={id} name={nameOf(person.user)} />;
    case "recipients":
      return <PersonRecipients id={id} />;
    case "sign-ins":
      return <PersonSignIns id={id} />;
    case "messages":
      return <PersonMessages id={id} />;
    case "notes":
      return <PersonNotes id={id} />;
    case "history":
      return <PersonHistory id={id} />;
  }
}
