import type { OneTimeCodes } from "./one-time-codes.ts";
import type { Passkeys } from "./passkeys.ts";

/** What is shown besides a password. */
export type Factors = Readonly<{
  /** Whether admins and developers need one; elsewhere it is offered. */
  isRequired: boolean;
  passkeys: Passkeys;
  oneTimeCodes: OneTimeCodes;
}>;
