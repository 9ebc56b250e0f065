import { isEarner, isOfNetwork, type Person } from "../features/people/users/person-head.tsx";

type Described = Readonly<{
  /** As the address names it; overview is the page without a parameter. */
  name: string;
  label: string;
  /** People for whom the tab exists; all without it. */
  isFor?: (person: Person) => boolean;
  count?: (figures: Person["figures"]) => number;
}>;

/** The tabs of a person's page in the office. What each of them shows is loaded when it is opened (`person-tab.tsx`). */
const described = [
  { name: "overview", label: "Overview" },
  { name: "orders", label: "Orders", count: ({ orders }) => orders },
  { name: "wallet", label: "Wallet", isFor: isOfNetwork },
  { name: "network", label: "Network", isFor: isEarner },
  { name: "recipients", label: "Recipients", count: ({ recipients }) => recipients },
  { name: "sign-ins", label: "Sign-ins" },
  { name: "messages", label: "Messages" },
  { name: "notes", label: "Notes", count: ({ notes }) => notes },
  { name: "history", label: "History" },
] as const satisfies readonly Described[];

export type PersonTab = (typeof described)[number]["name"];
export const personTabs: readonly (Described & Readonly<{ name: PersonTab }>)[] = described;
