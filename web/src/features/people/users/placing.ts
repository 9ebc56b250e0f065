import { memberCodeSchema } from "@portal/shared/people/users/user-forms.ts";
import { z } from "zod";
import type { SignedInUser } from "../../../session/session.tsx";
import { type FixedParent, nobody } from "./parent-picker.tsx";

/** Who stands above, as the picker has it: a member's number, or nobody. */
export const typedParentSchema = z
  .string()
  .min(1, "Please complete")
  .transform((chosen) => (chosen === nobody ? null : Number(chosen)));

/** Left empty, the server makes a code. */
export const typedCodeSchema = z
  .string()
  .trim()
  .transform((typed) => (typed === "" ? undefined : typed))
  .pipe(memberCodeSchema.optional());

/**
 * What the picker offers besides members: a distributor's own place, for an admin nobody at all
 * (specification, section 4).
 */
export function fixedParentsFor(
  viewer: Pick<SignedInUser, "id" | "role">,
  kind: "distributor" | "stockist",
): readonly FixedParent[] {
  if (viewer.role !== "admin") return [{ value: String(viewer.id), label: "Me" }];
  const label = kind === "distributor" ? "Nobody: a level 1" : "Nobody: a house account";
  return [{ value: nobody, label }];
}

/** A distributor places under itself unless it says otherwise; an admin has to say it. */
export function firstParentFor(viewer: Pick<SignedInUser, "id" | "role">): string {
  return viewer.role === "admin" ? "" : String(viewer.id);
}
