import type { Role } from "@portal/shared/roles.ts";

/** The first screen of each role after signing in. */
export function homePath(role: Role): string {
  if (role === "admin") return "/admin/payout-requests";
  if (role === "distributor") return "/distributor/my-wallet";
  if (role === "stockist") return "/stockist/my-orders";
  return "/";
}
