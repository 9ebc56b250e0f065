import type { Role } from "@portal/shared/platform/roles.ts";

type Person = Readonly<{ role: Role; verified: boolean }>;

/** The role whose addresses a role has: an accountant has some of the office's. */
export function areaOf(role: Role): Exclude<Role, "accountant"> {
  return role === "accountant" ? "admin" : role;
}

/** The first screen of each role after signing in. */
export function homePath(role: Role): string {
  if (role === "admin") return "/admin";
  if (role === "accountant") return "/admin/accounting";
  if (role === "distributor") return "/distributor/my-wallet";
  if (role === "stockist") return "/stockist/my-orders";
  return "/";
}

/** The order form of a member; null for a distributor of another version (specification, section 2). */
export function createOrderPath(
  person: Readonly<{ role: Role; distributorVersion: number }>,
): string | null {
  if (person.role === "stockist") return "/stockist/create-order";
  const mayOrder = person.role === "distributor" && person.distributorVersion === 0;
  return mayOrder ? "/distributor/create-order" : null;
}

/** The office's page of one person. */
export function personPath(id: number): string {
  return `/admin/people/${id}`;
}

/** A user's own profile. */
export function profilePath(role: Role): string {
  return role === "customer" ? "/shop/my-account" : `/${areaOf(role)}/my-profile`;
}

/** The sections of the profile of members and office staff, as the address names them. */
export type ProfileSection =
  | "person"
  | "bank-details"
  | "tax-details"
  | "password"
  | "second-step"
  | "link"
  | "devices";
export const profileSectionParam = "section";

/** One section of the profile; a customer's account has no sections. */
export function profileSectionPath(role: Role, section: ProfileSection): string {
  const path = profilePath(role);
  return role === "customer" ? path : `${path}?${profileSectionParam}=${section}`;
}

/** The first screen after a registration (specification, section 4). */
export function landingPath(role: Role): string {
  return role === "distributor" || role === "stockist" ? `/${role}/landing` : homePath(role);
}

/**
 * A user whose email is not verified is redirected to the profile from every other screen of their own (specification,
 * section 2). Null: no redirect.
 */
export function pathBeforeAnyOther(person: Person, path: string): string | null {
  const profile = profilePath(person.role);
  return person.verified || path === profile ? null : profile;
}

/** After signing in: the page that was requested, or the first screen. */
export function pathAfterSignIn(person: Person, returnPath: string | null): string {
  const path = returnPath ?? homePath(person.role);
  return pathBeforeAnyOther(person, path) ?? path;
}

/** The value where it is a path of this site, else null: a crafted link must not redirect to another site after signing in. */
export function safeReturnPath(value: string | null): string | null {
  if (!value?.startsWith("/")) return null;
  // Browsers treat "/\" and "//" as the start of a host, after dropping tabs and line breaks.
  const isElsewhere = /^\/[\\/]/.test(value.replace(/[\t\n\r]/g, ""));
  return isElsewhere ? null : value;
}

/** Carries a sign-in from one host of the portal to the other. */
export const handOverPath = "/hand-over";

export function handOverUrl(host: string, to: string, purpose?: string): string {
  const params = new URLSearchParams({ to, ...(purpose !== undefined && { for: purpose }) });
  return `${host}${handOverPath}?${params.toString()}`;
}

export function signInPath(returnPath: string): string {
  const safe = safeReturnPath(returnPath);
  return safe && safe !== "/" ? `/login?return=${encodeURIComponent(safe)}` : "/login";
}

/** Old links have the path in the hash: `/#/login`. */
export function pathFromHash(hash: string): string | null {
  return hash.startsWith("#/") ? safeReturnPath(hash.slice(1)) : null;
}

/** Pages that links in emails lead to, with a secret. */
const oldLink = /^(\/(?:set-password|confirm-email))\/([^/]+)$/;

/** Old links have the secret in the path, which is sent to the server: the same address with the secret in the hash. */
export function pathOfOldLink(pathname: string): string | null {
  const [, page, secret] = oldLink.exec(pathname) ?? [];
  return page === undefined ? null : `${page}#${secret}`;
}
