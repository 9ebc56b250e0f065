import type { QueryClient } from "@tanstack/react-query";
import type { Role } from "@portal/shared/platform/roles.ts";
import { homePath, safeReturnPath } from "./paths.ts";

/** The specification's pause before the page is loaded anew, in which the message can be read. */
const pauseMs = 500;

let isLeaving = false;

/**
 * After this browser became another person, an admin who signs in as somebody or returns: everything
 * is loaded anew, because all that the page holds in memory is the other one's.
 */
export function afterBecomingSomebody(
  queryClient: QueryClient,
  user: Readonly<{ role: Role; impersonatedBy: unknown }>,
): void {
  isLeaving = true;
  const path = pathAfter(user);
  // What is under way was asked as the other one, and would be refused or be theirs.
  void queryClient.cancelQueries();
  setTimeout(() => {
    queryClient.clear();
    window.location.assign(path);
  }, pauseMs);
}

const key = "began-viewing-at";

/** Whoever begins to be somebody else lands on that person's first page; whoever returns, where that began. */
export function pathAfter(user: Readonly<{ role: Role; impersonatedBy: unknown }>): string {
  const home = homePath(user.role);
  try {
    if (user.impersonatedBy === null) {
      const began = safeReturnPath(sessionStorage.getItem(key));
      sessionStorage.removeItem(key);
      return began ?? home;
    }
    sessionStorage.setItem(key, window.location.pathname + window.location.search);
  } catch {
    // Without a memory it is the first page.
  }
  return home;
}

/** Another tab signed in as somebody else: what stands here is not theirs, and is loaded anew. */
export function afterBecomingSomebodyElsewhere(): void {
  if (isLeaving) return;
  isLeaving = true;
  window.location.reload();
}
