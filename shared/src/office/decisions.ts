import { z } from "zod/mini";
import { passkeyPlaces, usedPasskeySchema } from "../people/factors.ts";
import { commandIdSchema, command } from "../platform/ids.ts";

/** What a passkey signed for this decision; without one the second factor or password must have been shown lately. */
export const confirmProposalSchema = z.strictObject({
  ...command,
  id: commandIdSchema,
  passkey: z.optional(usedPasskeySchema),
});
export type ConfirmProposal = z.infer<typeof confirmProposalSchema>;

export const signProposalSchema = z.strictObject({
  ...command,
  id: commandIdSchema,
  place: z.enum(passkeyPlaces),
});
export type SignProposal = z.infer<typeof signProposalSchema>;
