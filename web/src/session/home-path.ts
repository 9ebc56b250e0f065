import type { Role } from "@portal/shared/platform/roles.ts";

type Person = Readonly<{ role: Role; verified: boolean }>;

/** The first screen of each role after signing in. */
export function homePath(role: Role): string {
  if (role === "admin") return "/admin";
  if (role === "distributor") return "/distributor/my-wallet";
  if (role === "stockist") return "/stockist/my-orders";
  return "/";
}

/** Where a member orders; null for a distributor of another version (specification, section 2). */
export function createOrderPath(
  person: Readonly<{ role: Role; distributorVersion: number }>,
): string | null {
  if (person.role === "stockist") return "/stockist/create-order";
  const mayOrder = person.role === "distributor" && person.distributorVersion === 0;
  return mayOrder ? "/distributor/create-order" : null;
}

/** Where somebody sees and changes what is known of them. */
export function profilePath(role: Role): string {
  return role === "customer" ? "/shop/my-account" : `/${role}/my-profile`;
}

/** The first screen after a registration (specification, section 4). */
export function landingPath(role: Role): string {
  return role === "distributor" || role === "stockist" ? `/${role}/landing` : homePath(role);
}

/**
 * Whoever has not proved that the email is theirs is sent to the profile from every other screen of
 * their own (specification, section 2). Null: this person may stay at `path`.
 */
export function pathBeforeAnyOther(person: Person, path: string): string | null {
  const profile = profilePath(person.role);
  return person.verified || path === profile ? null : profile;
}

/** After signing in: back to where one wanted to go, or to the first screen. */
export function pathAfterSignIn(person: Person, returnPath: string | null): string {
  const path = returnPath ?? homePath(person.role);
  return pathBeforeAnyOther(person, path) ?? path;
}
