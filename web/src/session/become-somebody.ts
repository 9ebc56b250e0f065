import type { QueryClient } from "@tanstack/react-query";
import type { Role } from "@portal/shared/platform/roles.ts";
import { homePath } from "./paths.ts";

/** The specification's pause before the page is loaded anew, in which the message can be read. */
const pauseMs = 500;

let isLeaving = false;

/**
 * After this browser became another person, an admin who signs in as somebody or returns: everything
 * is loaded anew, because all that the page holds in memory is the other one's.
 */
export function afterBecomingSomebody(
  queryClient: QueryClient,
  user: Readonly<{ role: Role }>,
): void {
  isLeaving = true;
  // What is under way was asked as the other one, and would be refused or be theirs.
  void queryClient.cancelQueries();
  setTimeout(() => {
    queryClient.clear();
    window.location.assign(homePath(user.role));
  }, pauseMs);
}

/** Another tab signed in as somebody else: what stands here is not theirs, and is loaded anew. */
export function afterBecomingSomebodyElsewhere(): void {
  if (isLeaving) return;
  isLeaving = true;
  window.location.reload();
}
