import { DomainError } from "@portal/shared/platform/domain-error.ts";
import type { Caller } from "../../caller.ts";

const latelyMs = 600_000;

/** Whether whoever sits at the screen typed the password of the account in the last ten minutes. */
export function isPasswordTypedLately(
  session: Readonly<{ passwordAt: string | null }> | null,
  now: string,
): boolean {
  const at = session?.passwordAt ?? null;
  return at !== null && Date.parse(now) - Date.parse(at) <= latelyMs;
}

/**
 * A stranger at an open screen must not be able to take the account or its money along.
 *
 * @throws DomainError access.password-needed
 */
export function requireRecentAuthentication({
  session,
  now,
}: Pick<Caller, "session" | "now">): void {
  if (!isPasswordTypedLately(session, now())) throw new DomainError("access.password-needed");
}
