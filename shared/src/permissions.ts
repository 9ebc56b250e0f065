import type { Role } from "./roles.ts";

/** Who may call a procedure: everybody, everybody who is signed in, or some roles. */
export type Permission = "anyone" | "signed-in" | readonly Role[];

const admins = ["admin"] as const;
/** Commission is earned by distributors alone (readings 1). */
const earners = ["distributor"] as const;

/**
 * One table for the server's procedures and the client's navigation. What is not listed here nobody
 * may call; what a person may do with one single order or address is decided where that is loaded.
 */
export const permissions = {
  "auth.login": "anyone",
  "auth.logout": "anyone",
  "auth.me": "anyone",
  "catalog.products": "anyone",
  "catalog.quote": "anyone",
  "addresses.list": "anyone",
  "addresses.save": "anyone",
  "orders.save": "anyone",
  "orders.byUuid": "anyone",
  "orders.checkPaid": "anyone",
  "orders.paymentForm": "anyone",
  "orders.mine": "signed-in",
  "orders.cancel": "signed-in",
  "orders.list": admins,
  "orders.recordEft": admins,
  "orders.refund": admins,
  "orders.reassign": admins,
  "wallet.mine": earners,
  "wallet.entries": earners,
  "wallet.requestPayout": earners,
  "bankDetails.get": earners,
  "bankDetails.save": earners,
  "bankDetails.getForAdmin": admins,
  "payouts.list": admins,
  "payouts.markAsPaid": admins,
  "payouts.reject": admins,
  "payouts.breakdown": admins,
} as const satisfies Record<string, Permission>;
export type Procedure = keyof typeof permissions;

export function mayCall(procedure: string, role: Role | null): boolean {
  const permission = permissionOf(procedure);
  if (permission === "anyone") return true;
  if (role === null || permission === undefined) return false;
  return permission === "signed-in" || permission.includes(role);
}

export function needsSignIn(procedure: string): boolean {
  return permissionOf(procedure) !== "anyone";
}

function permissionOf(procedure: string): Permission | undefined {
  const known: Readonly<Record<string, Permission>> = permissions;
  return Object.hasOwn(known, procedure) ? known[procedure] : undefined;
}
