import { DomainError } from "@portal/shared/platform/domain-error.ts";
import { isOfOffice } from "@portal/shared/platform/roles.ts";
import type { Caller } from "../../caller.ts";
import type { LiveSession, SignedInUser } from "./signed-in.ts";

const recentMs = 10 * 60_000;
/** With one proof, however often it is used. */
const longestMs = 60 * 60_000;

/** Whether the password of the account was typed in this session within the last ten minutes. */
function isPasswordTypedLately(
  { passwordAt }: Pick<LiveSession, "passwordAt">,
  now: string,
): boolean {
  return isWithin(passwordAt, now, recentMs);
}

/**
 * Of the office the second factor, or the password where there is none: within ten minutes of the last act that asked for
 * it, and an hour at most. Of everybody else the password, within ten minutes.
 */
export function isRecent(
  user: Pick<SignedInUser, "role" | "developer" | "hasFactor">,
  session: Pick<LiveSession, "passwordAt" | "factor"> | null,
  now: string,
): boolean {
  if (session === null) return false;
  if (!isOfOffice(user)) return isPasswordTypedLately(session, now);
  const { provedAt: shownAt = null, actedAt = null } = session.factor ?? {};
  const provedAt = user.hasFactor ? shownAt : session.passwordAt;
  const isUsed = isWithin(provedAt, now, recentMs) || isWithin(actedAt, now, recentMs);
  return isWithin(provedAt, now, longestMs) && isUsed;
}

/**
 * For changes that must not be possible on a screen left open: those of the account and its money.
 *
 * @throws DomainError access.password-needed, access.factor-needed
 */
export async function requireRecentAuthentication({
  user,
  session,
  sessions,
  now,
}: Pick<Caller, "user" | "session" | "sessions" | "now">): Promise<void> {
  if (!user || !isRecent(user, session, now()))
    throw new DomainError(user?.hasFactor ? "access.factor-needed" : "access.password-needed");
  if (session && isOfOffice(user)) await sessions.recordAct(session.token);
}

function isWithin(at: string | null, now: string, ms: number): boolean {
  return at !== null && Date.parse(now) - Date.parse(at) <= ms;
}
