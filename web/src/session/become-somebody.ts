import type { QueryClient } from "@tanstack/react-query";
import type { Role } from "@portal/shared/platform/roles.ts";
import { homePath, safeReturnPath } from "./paths.ts";
import { readStored, writeStored } from "./store.ts";

/** The specification's pause before the page is reloaded, during which the message can be read. */
const pauseMs = 500;

let isLeaving = false;

/**
 * After an admin has started or stopped viewing the portal as another user: the page is reloaded, because all that it
 * holds in memory belongs to the other account.
 */
export function afterBecomingSomebody(
  queryClient: QueryClient,
  user: Readonly<{ role: Role; impersonatedBy: unknown }>,
): void {
  isLeaving = true;
  const path = pathAfter(user);
  // Requests in flight were sent as the other account.
  void queryClient.cancelQueries();
  setTimeout(() => {
    queryClient.clear();
    window.location.assign(path);
  }, pauseMs);
}

const key = "began-viewing-at";

/** The first page of the user that the admin views; on returning, the page where viewing began. */
export function pathAfter(user: Readonly<{ role: Role; impersonatedBy: unknown }>): string {
  if (user.impersonatedBy !== null) {
    writeStored("sessionStorage", key, window.location.pathname + window.location.search);
    return homePath(user.role);
  }
  const began = safeReturnPath(readStored("sessionStorage", key));
  writeStored("sessionStorage", key, null);
  return began ?? homePath(user.role);
}

/** Another tab signed in as another user: what this page shows is not theirs, so it is reloaded. */
export function afterBecomingSomebodyElsewhere(): void {
  if (isLeaving) return;
  isLeaving = true;
  window.location.reload();
}
