import type { Procedure } from "./permissions.ts";

/**
 * The changes that an impersonating admin may make: those that help the person to order. Reading is allowed; changing
 * money, passwords, bank details and the network is not.
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
