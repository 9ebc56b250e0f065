import { useQueryClient } from "@tanstack/react-query";
import type { Role } from "@portal/shared/platform/roles.ts";
import { homePath, safeReturnPath } from "./paths.ts";
import { readStored, writeStored } from "./store.ts";

/** The specification's pause before the page is reloaded, during which the message can be read. */
const pauseMs = 500;

let isLeaving = false;

type User = Readonly<{ role: Role; impersonatedBy: unknown }>;

/**
 * After an admin has started or stopped viewing the portal as another user: the page is reloaded, because all that it
 * holds in memory belongs to the other account. Every other change of person is in become.ts, which the shop's first page has.
 */
export function useReloadAs(): (user: User) => void {
  const queryClient = useQueryClient();
  return (user) => {
    isLeaving = true;
    const path = pathAfter(user);
    // Requests in flight were sent as the other account.
    void queryClient.cancelQueries();
    setTimeout(() => {
      queryClient.clear();
      window.location.assign(path);
    }, pauseMs);
  };
}

/** A call was refused, because another tab signed in as another user: what this page shows is not theirs. */
export function reloadAsOther(): void {
  if (isLeaving) return;
  isLeaving = true;
  window.location.reload();
}

const key = "began-viewing-at";

/** The first page of the user that the admin views; on returning, the page where viewing began. */
export function pathAfter(user: User): string {
  if (user.impersonatedBy !== null) {
    writeStored("sessionStorage", key, window.location.pathname + window.location.search);
    return homePath(user.role);
  }
  const began = safeReturnPath(readStored("sessionStorage", key));
  writeStored("sessionStorage", key, null);
  return began ?? homePath(user.role);
}
