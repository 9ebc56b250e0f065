import { z } from "zod";
import { linkTokenSchema, requiredEmailSchema } from "../accounts.ts";
import { commandIdSchema, userIdSchema } from "../../platform/ids.ts";
import { companyAddressSchema, vatNoSchema } from "./user-forms.ts";

export const invitedRoles = ["distributor", "stockist"] as const;
export type InvitedRole = (typeof invitedRoles)[number];

/** By email: who invites sees no more of the person than that there is one. */
export const inviteSchema = z.object({
  commandId: commandIdSchema,
  email: requiredEmailSchema,
  role: z.enum(invitedRoles),
  /** Null: the one who invites. */
  parentId: userIdSchema.nullable().default(null),
});
export type Invite = z.infer<typeof inviteSchema>;

export const byInvitationSchema = z.object({ uuid: linkTokenSchema });

/** A stockist gives their own business along. */
export const acceptInvitationSchema = z.object({
  uuid: linkTokenSchema,
  companyAddress: companyAddressSchema.optional(),
  vatNo: vatNoSchema.optional(),
});
export type AcceptInvitation = z.infer<typeof acceptInvitationSchema>;
