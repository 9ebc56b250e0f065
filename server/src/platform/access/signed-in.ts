import type { MissingFactor, SetUpBy } from "@portal/shared/people/factors.ts";
import type { DistributorLevel, Role } from "@portal/shared/platform/roles.ts";

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
