import { z } from "zod/mini";
import { commandIdSchema, orderIdSchema, payoutIdSchema, userIdSchema } from "./ids.ts";
import { regions } from "./region.ts";

export type ProposalState = "open" | "confirmed" | "declined" | "expired";

const amount = z.int().check(z.positive());
const text = z.string();

/**
 * A change that one admin proposes and another confirms. `data` defines the change; `words` holds personal data and free
 * text, and is deleted once the proposal is settled.
 */
export const proposedChangeSchema = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("limit"),
    data: z.strictObject({
      region: z.enum(regions),
      above: z.nullable(z.int().check(z.minimum(0))),
    }),
    words: z.null(),
  }),
  z.strictObject({
    kind: z.literal("bank"),
    data: z.strictObject({
      bankName: text,
      bankAccountName: text,
      bankAccountType: text,
      bankAccountNumber: text,
      bankBranchCode: text,
    }),
    words: z.null(),
  }),
  /** A new admin with the person's data or, without `words`, a deleted admin to restore. */
  z.strictObject({
    kind: z.literal("admin"),
    data: z.strictObject({ userId: userIdSchema, isNew: z.boolean() }),
    words: z.nullable(
      z.strictObject({
        email: text,
        firstName: text,
        lastName: text,
        cell: text,
        altNumber: z.nullable(text),
        company: z.nullable(text),
      }),
    ),
  }),
  z.strictObject({
    kind: z.literal("eft"),
    data: z.strictObject({
      uuid: orderIdSchema,
      amount,
      receivedOn: z.iso.date(),
      knownPayments: z.optional(z.int()),
    }),
    words: z.nullable(z.strictObject({ reference: text })),
  }),
  z.strictObject({
    kind: z.literal("bank-line"),
    data: z.strictObject({
      lineId: z.int().check(z.positive()),
      uses: z.array(
        z.strictObject({
          orderNumber: z.int().check(z.positive()),
          amount,
          knownPayments: z.optional(z.int()),
        }),
      ),
      isBeforeOrder: z.optional(z.boolean()),
    }),
    words: z.null(),
  }),
  /** With an answer to a commission question (`questionId`), or on its own. */
  z.strictObject({
    kind: z.literal("credit"),
    data: z.strictObject({
      userId: userIdSchema,
      amount,
      questionId: z.nullable(z.int().check(z.positive())),
    }),
    words: z.nullable(z.strictObject({ text })),
  }),
  z.strictObject({
    kind: z.literal("payout"),
    data: z.strictObject({ payoutId: payoutIdSchema, amount }),
    words: z.null(),
  }),
]);
export type ProposedChange = z.infer<typeof proposedChangeSchema>;
export type ProposalKind = ProposedChange["kind"];

export const proposalRefSchema = z.object({ id: commandIdSchema });
