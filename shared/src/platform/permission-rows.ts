import type { DistributorLevel, Role } from "./roles.ts";

/** A role, a distributor's level, the school flag, or an admin with the developer flag. */
export type Audience = Role | `distributor-${DistributorLevel}` | "school" | "developer";

/**
 * Anyone, whoever has begun to sign in, every signed-in user, or users in any of these audiences. Who still lacks the second
 * factor has begun and is not signed in.
 */
export type Permission = "anyone" | "begun" | "signed-in" | readonly Audience[];

/** The facts about a signed-in user that permissions depend on. */
export type Who = Readonly<{
  role: Role;
  level: DistributorLevel | null;
  school: boolean;
  developer: boolean;
}>;

/** What one row says of a procedure. */
export type Row = Readonly<{
  /** An impersonating admin may make this change too: it helps the person to order. They may read all that the person reads. */
  whileImpersonating?: true;
  /** To whom this change sends messages, which are charged to the account. */
  sends?: Readers;
  /** Also by SMS, where a number is known. */
  bySms?: true;
}> &
  (
    | Readonly<{ who: "anyone" | "begun"; confirm?: never }>
    | Readonly<{
        who: "signed-in" | readonly Audience[];
        /** Only within minutes of a password or a second factor, so that it is not possible on a screen left open. */
        confirm?: "recent";
      }>
  );

/** `three`: the member, the parent and the former parent. `levels`: also those above who lose by it. */
export type Readers = "one" | "three" | "levels" | "eachId" | "eachOrder" | "eachPayee";
