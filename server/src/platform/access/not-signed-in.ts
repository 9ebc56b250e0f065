import { DomainError } from "@portal/shared/platform/domain-error.ts";
import type { Caller } from "../../caller.ts";

/** The refusal of somebody who is not signed in: not at all, or without the second factor yet. */
export function notSignedIn({ waiting }: Pick<Caller, "waiting">): DomainError {
  return new DomainError(waiting ? "access.factor-missing" : "access.sign-in-required");
}
