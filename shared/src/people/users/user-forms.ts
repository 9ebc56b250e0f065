import { z } from "zod/mini";
import { versionSchema } from "../../platform/editing.ts";
import { commandIdSchema, userIdSchema, command } from "../../platform/ids.ts";
import {
  firstNameSchema,
  lastNameSchema,
  linkTokenSchema,
  phoneSchema,
  requiredEmailSchema,
} from "../accounts.ts";
import { exactText, limitedText, requiredText } from "../../platform/texts.ts";

export const wholeNumberMessage = "Please enter a whole number";

/** Whole percent, 0 to 99 (docs/decisions.md, 5); stored in basis points. */
export const wholePercentSchema = z
  .int(wholeNumberMessage)
  .check(z.minimum(0, wholeNumberMessage), z.maximum(99, wholeNumberMessage));

/** Only characters that need no escaping in a link; compared case-insensitively. */
export const memberCodeSchema = z
  .string()
  .check(
    exactText(),
    z.regex(/^[A-Za-z0-9][\w.-]{1,31}$/, "Use 2 to 32 letters, digits, dots or hyphens"),
  );

const optionalText = (most: number) => z.optional(limitedText(most));
const person = {
  email: requiredEmailSchema,
  firstName: firstNameSchema,
  lastName: lastNameSchema,
  cellNumber: phoneSchema,
  altNumber: z.optional(limitedText(30)),
  company: optionalText(200),
};
/** Only the office sets these; other users get the shop's standard terms (docs/decisions.md, 39). */
export const newTerms = {
  stockistMargin: z.optional(wholePercentSchema),
  distributorPercent: z.optional(wholePercentSchema),
};
export const companyAddressSchema = requiredText(500, "Company address required.");
export const vatNoSchema = requiredText(30, "VAT no. required.");
/** Null: the calling distributor; for the office, no parent. */
const parentId = z._default(z.nullable(userIdSchema), null);

/** Specification, section 5, "Create user". Without a parent an admin adds a level 1 or a house account. */
export const createUserSchema = z.discriminatedUnion("role", [
  z.strictObject({
    commandId: commandIdSchema,
    role: z.literal("admin"),
    ...person,
  }),
  z.strictObject({
    commandId: commandIdSchema,
    role: z.literal("accountant"),
    ...person,
  }),
  z.strictObject({
    commandId: commandIdSchema,
    role: z.literal("distributor"),
    ...person,
    parentId,
    distributorArea: optionalText(100),
    /** Generated if omitted. */
    distributorCode: z.optional(memberCodeSchema),
    school: z._default(z.boolean(), false),
    influencer: z._default(z.boolean(), false),
  }),
  z.strictObject({
    commandId: commandIdSchema,
    role: z.literal("stockist"),
    ...person,
    parentId,
    distributorArea: optionalText(100),
    stockistCode: z.optional(memberCodeSchema),
    ...newTerms,
    stockistVAT: z._default(z.nullable(wholePercentSchema), null),
    companyAddress: companyAddressSchema,
    vatNo: vatNoSchema,
  }),
]);
export type CreateUser = z.infer<typeof createUserSchema>;

/** Null is what a program reads where there is none, and sends back. */
const orNone = <Value extends z.core.$ZodType>(value: Value) => z.optional(z.nullable(value));

/**
 * "Edit User": omitted fields keep their value; fields that do not apply to the role are refused, unless they are as they
 * were read.
 */
export const updateUserSchema = z.strictObject({
  commandId: commandIdSchema,
  id: userIdSchema,
  version: versionSchema,
  ...person,
  altNumber: orNone(limitedText(30)),
  company: orNone(limitedText(200)),
  distributorArea: orNone(limitedText(100)),
  /** The same by its other name (specification, section 3): the one that differs from what is stored counts. */
  area: orNone(limitedText(100)),
  distributorCode: orNone(memberCodeSchema),
  stockistCode: orNone(memberCodeSchema),
  school: z.optional(z.boolean()),
  influencer: z.optional(z.boolean()),
  distributorVersion: z.optional(z.int().check(z.minimum(0), z.maximum(99))),
  test: z.optional(z.boolean()),
  /** A customer's own discount. */
  margin: z.optional(z.nullable(wholePercentSchema)),
  stockistMargin: orNone(wholePercentSchema),
  distributorPercent: orNone(wholePercentSchema),
  stockistVAT: z.optional(z.nullable(wholePercentSchema)),
  companyAddress: orNone(companyAddressSchema),
  vatNo: orNone(vatNoSchema),
});
export type UpdateUser = z.infer<typeof updateUserSchema>;

export const convertToDistributorSchema = z.strictObject({
  commandId: commandIdSchema,
  customerId: userIdSchema,
  /** Null: level 1, for admins only. A distributor can only name itself or a member below. */
  parentId,
  distributorArea: optionalText(100),
  distributorCode: z.optional(memberCodeSchema),
});
export type ConvertToDistributor = z.infer<typeof convertToDistributorSchema>;

export const convertToStockistSchema = z.strictObject({
  commandId: commandIdSchema,
  customerId: userIdSchema,
  parentId,
  ...newTerms,
  companyAddress: companyAddressSchema,
  vatNo: vatNoSchema,
  stockistCode: z.optional(memberCodeSchema),
});
export type ConvertToStockist = z.infer<typeof convertToStockistSchema>;

export const moveMemberSchema = z.strictObject({
  commandId: commandIdSchema,
  id: userIdSchema,
  parentId: z.nullable(userIdSchema),
});
export type MoveMember = z.infer<typeof moveMemberSchema>;

export const changeUserSchema = z.strictObject({ commandId: commandIdSchema, id: userIdSchema });
export type ChangeUser = z.infer<typeof changeUserSchema>;

/** The reason is shown to the impersonated person. The form requires it; API clients may omit it. */
export const impersonateSchema = z.strictObject({
  ...command,
  id: userIdSchema,
  reason: z._default(requiredText(200, "Please complete", 3), "No reason was given."),
});
export type Impersonate = z.infer<typeof impersonateSchema>;

const invitedRoles = ["distributor", "stockist"] as const;
export type InvitedRole = (typeof invitedRoles)[number];

/** By email: the inviting user learns nothing about the person except that the account exists. */
export const inviteSchema = z.strictObject({
  commandId: commandIdSchema,
  email: requiredEmailSchema,
  role: z.enum(invitedRoles),
  /** Null: the inviting user. */
  parentId: z._default(z.nullable(userIdSchema), null),
});
export type Invite = z.infer<typeof inviteSchema>;

export const byInvitationSchema = z.strictObject({ ...command, uuid: linkTokenSchema });

/** An invited stockist adds the data of the business. */
export const acceptInvitationSchema = z.strictObject({
  ...command,
  uuid: linkTokenSchema,
  companyAddress: z.optional(companyAddressSchema),
  vatNo: z.optional(vatNoSchema),
});
export type AcceptInvitation = z.infer<typeof acceptInvitationSchema>;
