import type { SignedInUser } from "../../session/session.tsx";

/** What the search of the office finds; an accountant's finds pages alone. */
export function searchWords({ role }: Pick<SignedInUser, "role">): string {
  return role === "accountant" ? "Search pages" : "Search pages, people and orders";
}
