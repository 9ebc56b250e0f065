import type { Procedure } from "./permissions.ts";

/**
 * What an admin may change while being somebody else: what helps that person to order. Reading is
 * open; money, passwords, bank details and the network are not.
 */
const openWhileImpersonating: ReadonlySet<string> = new Set<Procedure>([
  "auth.logout",
  "users.stopImpersonating",
  "phones.check",
  "addresses.save",
  "addresses.delete",
  "orders.save",
]);

export function mayChangeWhileImpersonating(procedure: string): boolean {
  return openWhileImpersonating.has(procedure);
}
