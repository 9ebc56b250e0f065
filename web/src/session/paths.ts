import type { Role } from "@portal/shared/platform/roles.ts";
import { useEffect, useState } from "react";

type Person = Readonly<{ role: Role; verified: boolean }>;

/** Where members and the office work. */
export function isOfficePath(path: string): boolean {
  return /^\/(?:admin|distributor|stockist|system)(?:\/|$)/.test(path);
}

export function isMemberPath(path: string): boolean {
  return /^\/(?:distributor|stockist)(?:\/|$)/.test(path);
}

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

/** Parts of a person's page in the office, as the address names them; overview is the page itself. */
export const personTabs = [
  "overview",
  "orders",
  "wallet",
  "network",
  "recipients",
  "sign-ins",
  "messages",
  "notes",
  "history",
] as const;
export type PersonTab = (typeof personTabs)[number];

/** All about one person, for the office. */
export function personPath(id: number, tab: PersonTab = "overview"): string {
  return tab === "overview" ? `/admin/people/${id}` : `/admin/people/${id}?tab=${tab}`;
}

/** Where somebody sees and changes what is known of them. */
export function profilePath(role: Role): string {
  return role === "customer" ? "/shop/my-account" : `/${role}/my-profile`;
}

/** The parts of a member's and of the office's own profile, as the address names them. */
export type ProfileSection = "person" | "bank-details" | "password" | "link" | "devices";
export const profileSectionParam = "section";

/** Where one part of the profile is; a customer's account is one page. */
export function profileSectionPath(role: Role, section: ProfileSection): string {
  const path = profilePath(role);
  return role === "customer" ? path : `${path}?${profileSectionParam}=${section}`;
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

/**
 * Where to go after signing in. Only a path of this site is taken: a link that someone was sent must
 * not lead from our sign-in to a stranger's page.
 */
export function safeReturnPath(value: string | null): string | null {
  if (!value?.startsWith("/")) return null;
  // Browsers read "/\" and "//" as another host, and drop tabs and line ends before they look.
  const isElsewhere = /^\/[\\/]/.test(value.replace(/[\t\n\r]/g, ""));
  return isElsewhere ? null : value;
}

/** Where a browser is signed in on one host as it is on the other. */
export const handOverPath = "/hand-over";

export function handOverUrl(host: string, to: string, told?: string): string {
  const asked = new URLSearchParams({ to, ...(told !== undefined && { for: told }) });
  return `${host}${handOverPath}?${asked.toString()}`;
}

export function signInPath(returnPath: string): string {
  const safe = safeReturnPath(returnPath);
  return safe && safe !== "/" ? `/login?return=${encodeURIComponent(safe)}` : "/login";
}

/** Old links say `/#/login`: what follows the hash is the path. */
export function pathFromHash(hash: string): string | null {
  return hash.startsWith("#/") ? safeReturnPath(hash.slice(1)) : null;
}

/** Pages that a link in an email leads to, with a secret in it. */
const oldLink = /^(\/(?:set-password|confirm-email))\/([^/]+)$/;

/** Links of before had the secret in the path, which servers are told: where the same page is with it behind the `#`. */
export function pathOfOldLink(pathname: string): string | null {
  const [, page, secret] = oldLink.exec(pathname) ?? [];
  return page === undefined ? null : `${page}#${secret}`;
}

/**
 * The secret of the link that this page was opened by; empty without one. It stands behind the `#`, which browsers tell to no
 * server, and leaves the address bar at once. The entry of the history keeps it, so that the page can be loaded again.
 */
export function useLinkSecret(): string {
  const [secret, setSecret] = useState(() => secretInAddress() ?? secretInState());

  useEffect(() => {
    const take = () => {
      const linkSecret = secretInAddress();
      if (linkSecret === null) return;
      setSecret(linkSecret);
      window.history.replaceState({ linkSecret }, "", window.location.pathname);
    };
    take();
    window.addEventListener("hashchange", take);
    return () => window.removeEventListener("hashchange", take);
  }, []);

  return secret;
}

function secretInAddress(): string | null {
  return window.location.hash.slice(1) || null;
}

function secretInState(): string {
  const state: unknown = window.history.state;
  const hasSecret = typeof state === "object" && state !== null && "linkSecret" in state;
  return hasSecret ? String(state.linkSecret) : "";
}
