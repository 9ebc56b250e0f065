import { z } from "zod";
import { versionSchema } from "../../platform/editing.ts";
import { commandIdSchema, userIdSchema } from "../../platform/ids.ts";
import {
  firstNameSchema,
  lastNameSchema,
  linkTokenSchema,
  phoneSchema,
  requiredEmailSchema,
} from "../accounts.ts";

export const wholeNumberMessage = "Please enter a whole number";

/** Whole percent, 0 to 99 (docs/decisions.md, 5); stored in basis points. */
export const wholePercentSchema = z
  .int(wholeNumberMessage)
  .min(0, wholeNumberMessage)
  .max(99, wholeNumberMessage);

/** Only characters that need no escaping in a link; compared case-insensitively. */
export const memberCodeSchema = z
  .string()
  .trim()
  .regex(/^[A-Za-z0-9][\w.-]{1,31}$/, "Use 2 to 32 letters, digits, dots or hyphens");

const optionalText = (most: number) => z.string().trim().max(most).optional();
const person = {
  email: requiredEmailSchema,
  firstName: firstNameSchema,
  lastName: lastNameSchema,
  cellNumber: phoneSchema,
  altNumber: z.string().trim().max(30).optional(),
  company: optionalText(200),
};
/** Only the office sets these; other users get the shop's standard terms (docs/decisions.md, 39). */
export const newTerms = {
  stockistMargin: wholePercentSchema.optional(),
  distributorPercent: wholePercentSchema.optional(),
};
export const companyAddressSchema = z.string().trim().min(1, "Company address required.").max(500);
export const vatNoSchema = z.string().trim().min(1, "VAT no. required.").max(30);
/** Null: the calling distributor; for the office, no parent. */
const parentId = userIdSchema.nullable().default(null);

/** Specification, section 5, "Create user". Without a parent an admin adds a level 1 or a house account. */
export const createUserSchema = z.discriminatedUnion("role", [
  z.object({
    commandId: commandIdSchema,
    role: z.literal("admin"),
    ...person,
  }),
  z.object({
    commandId: commandIdSchema,
    role: z.literal("distributor"),
    ...person,
    parentId,
    distributorArea: optionalText(100),
    /** Generated if omitted. */
    distributorCode: memberCodeSchema.optional(),
    school: z.boolean().default(false),
    influencer: z.boolean().default(false),
  }),
  z.object({
    commandId: commandIdSchema,
    role: z.literal("stockist"),
    ...person,
    parentId,
    stockistCode: memberCodeSchema.optional(),
    ...newTerms,
    stockistVAT: wholePercentSchema.nullable().default(null),
    companyAddress: companyAddressSchema,
    vatNo: vatNoSchema,
  }),
]);
export type CreateUser = z.infer<typeof createUserSchema>;

/** "Edit User": omitted fields keep their value; fields that do not apply to the role are refused. */
export const updateUserSchema = z.object({
  commandId: commandIdSchema,
  id: userIdSchema,
  version: versionSchema,
  ...person,
  distributorArea: optionalText(100),
  distributorCode: memberCodeSchema.optional(),
  stockistCode: memberCodeSchema.optional(),
  school: z.boolean().optional(),
  influencer: z.boolean().optional(),
  distributorVersion: z.int().min(0).max(99).optional(),
  test: z.boolean().optional(),
  /** A customer's own discount. */
  margin: wholePercentSchema.nullable().optional(),
  stockistMargin: wholePercentSchema.optional(),
  distributorPercent: wholePercentSchema.optional(),
  stockistVAT: wholePercentSchema.nullable().optional(),
  companyAddress: companyAddressSchema.optional(),
  vatNo: vatNoSchema.optional(),
});
export type UpdateUser = z.infer<typeof updateUserSchema>;

export const convertToDistributorSchema = z.object({
  commandId: commandIdSchema,
  customerId: userIdSchema,
  /** Null: level 1, for admins only. A distributor can only name itself or a member below. */
  parentId,
  distributorArea: optionalText(100),
  distributorCode: memberCodeSchema.optional(),
});
export type ConvertToDistributor = z.infer<typeof convertToDistributorSchema>;

export const convertToStockistSchema = z.object({
  commandId: commandIdSchema,
  customerId: userIdSchema,
  parentId,
  ...newTerms,
  companyAddress: companyAddressSchema,
  vatNo: vatNoSchema,
  stockistCode: memberCodeSchema.optional(),
});
export type ConvertToStockist = z.infer<typeof convertToStockistSchema>;

export const moveMemberSchema = z.object({
  commandId: commandIdSchema,
  id: userIdSchema,
  parentId: userIdSchema.nullable(),
});
export type MoveMember = z.infer<typeof moveMemberSchema>;

export const changeUserSchema = z.object({ commandId: commandIdSchema, id: userIdSchema });
export type ChangeUser = z.infer<typeof changeUserSchema>;

/** The reason is shown to the impersonated person. The form requires it; API clients may omit it. */
export const impersonateSchema = z.object({
  id: userIdSchema,
  reason: z.string().trim().min(3, "Please complete").max(200).default("No reason was given."),
});
export type Impersonate = z.infer<typeof impersonateSchema>;

const invitedRoles = ["distributor", "stockist"] as const;
export type InvitedRole = (typeof invitedRoles)[number];

/** By email: the inviting user learns nothing about the person except that the account exists. */
export const inviteSchema = z.object({
  commandId: commandIdSchema,
  email: requiredEmailSchema,
  role: z.enum(invitedRoles),
  /** Null: the inviting user. */
  parentId: userIdSchema.nullable().default(null),
});
export type Invite = z.infer<typeof inviteSchema>;

export const byInvitationSchema = z.object({ uuid: linkTokenSchema });

/** An invited stockist adds the data of the business. */
export const acceptInvitationSchema = z.object({
  uuid: linkTokenSchema,
  companyAddress: companyAddressSchema.optional(),
  vatNo: vatNoSchema.optional(),
});
export type AcceptInvitation = z.infer<typeof acceptInvitationSchema>;
