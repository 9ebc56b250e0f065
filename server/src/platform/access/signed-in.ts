import type { MissingFactor, SetUpBy } from "@portal/shared/people/factors.ts";
import type { DistributorLevel, MemberLevel, Role } from "@portal/shared/platform/roles.ts";
import { sql } from "kysely";

/** The account of the caller, and its present position in the network. */
export type SignedInUser = Readonly<{
  id: number;
  firstName: string;
  lastName: string;
  email: string;
  role: Role;
  level: DistributorLevel | null;
  developer: boolean;
  school: boolean;
  /** Whether the email is verified. An unverified user is sent to the profile first. */
  verified: boolean;
  hasPassword: boolean;
  /** Whether a second factor is set up, which then is asked for. */
  hasFactor: boolean;
  distributorVersion: number;
  /** The distributor's or stockist's own code, for links. */
  code: string | null;
}>;

/** The columns of a statement that joins an account and the `member` that it may be. */
export const signedInColumns = [
  "account.first_name as firstName",
  "account.last_name as lastName",
  "account.email",
  "account.role",
  "account.developer",
  "account.school",
  "account.verified",
  "account.active",
  "account.locked_at as lockedAt",
  "account.distributor_version as distributorVersion",
  sql<boolean>`account.password_hash is not null`.as("hasPassword"),
  sql<boolean>`exists (
    select from factor where factor.user_id = account.id and factor.ended_at is null)`.as(
    "hasFactor",
  ),
  "member.level",
  "member.code",
] as const;

export type SignedInRow = Omit<SignedInUser, "id" | "level"> &
  Readonly<{ level: MemberLevel | null; active: boolean; lockedAt: string | null }>;

/**
 * Null for an account that is deleted or locked.
 *
 * @param row may have further columns, which the user does not get
 * @param evenLocked for a session that a mailed link began
 */
export function signedInUserFrom(
  id: number,
  row: SignedInRow,
  evenLocked: boolean,
): SignedInUser | null {
  if (!row.active || (row.lockedAt !== null && !evenLocked)) return null;
  return {
    id,
    firstName: row.firstName,
    lastName: row.lastName,
    email: row.email,
    role: row.role,
    level: row.level === 4 ? null : row.level,
    developer: row.developer,
    school: row.school,
    verified: row.verified,
    hasPassword: row.hasPassword,
    hasFactor: row.hasFactor,
    distributorVersion: row.distributorVersion,
    code: row.code,
  };
}

/** The admin who is impersonating the user. */
export type Impersonator = Readonly<{ id: number; name: string }>;

/** The session that a request came with; null for a guest. */
export type LiveSession = Readonly<{
  token: string;
  handle: string;
  /** When the password was last entered in this session. */
  passwordAt: string | null;
  impersonatorId: number | null;
  /** Left out where none was shown. */
  factor?: SessionFactor;
}>;

/** What a session knows of the second factor. */
export type SessionFactor = Readonly<{
  /** When it was shown, here or in the session that this one was handed over from. */
  shownAt: string | null;
  /** When it was shown here. */
  provedAt: string | null;
  /** The last act that asked for recent authentication. */
  actedAt: string | null;
  /** Why one may be set up without showing one. */
  setUpBy: SetUpBy | null;
  /** Begun by a mailed link. */
  comesBack: boolean;
}>;

/** Somebody whose password was right and who has not shown the second factor: they may do nothing but that. */
export type WaitingUser = Readonly<{ user: SignedInUser; lacks: MissingFactor }>;
