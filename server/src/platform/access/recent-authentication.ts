import { DomainError } from "@portal/shared/platform/domain-error.ts";
import type { Caller } from "../../caller.ts";

const recentMs = 600_000;

/** Whether the password of the account was typed in this session within the last ten minutes. */
export function isPasswordTypedLately(
  session: Readonly<{ passwordAt: string | null }> | null,
  now: string,
): boolean {
  const at = session?.passwordAt ?? null;
  return at !== null && Date.parse(now) - Date.parse(at) <= recentMs;
}

/**
 * For changes that must not be possible on a screen left open: those of the account and its money.
 *
 * @throws DomainError access.password-needed
 */
export function requireRecentAuthentication({
  session,
  now,
}: Pick<Caller, "session" | "now">): void {
  if (!isPasswordTypedLately(session, now())) throw new DomainError("access.password-needed");
}
