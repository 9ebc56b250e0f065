import { orderIdSchema, payoutIdSchema } from "@portal/shared/platform/ids.ts";
import { monthSchema } from "@portal/shared/money/statements.ts";
import { z } from "zod";

const userId = z.int().positive();
const code = { userId, codeId: z.guid() };
/** Null: a guest's. Who that is was said with the order, or an older program named nobody: then where the first parcel goes. */
const order = { userId: userId.nullable(), orderId: orderIdSchema };
/** Somebody who wrote to the shop, and may have no account. */
const contact = { userId: z.null(), contactId: z.int().positive() };
const question = { questionId: z.int().positive() };
const payout = { userId, payoutId: payoutIdSchema };

/** What a member is told of the network: of the own place and percentages, or of somebody directly below. */
const networkChanges = [
  "moved",
  "uplifted",
  "margin",
  "discount",
  "vat",
  "joined",
  "left",
  "customer-left",
  "member-uplifted",
  "stockist-percent",
] as const;

/**
 * What is said to people, and what each of them is about: ids only, so that nothing of a person lies
 * in a queue. Codes and links are made when the message is sent, so that they lie nowhere in clear.
 */
export const messageAboutSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("sign-in-code"), ...code }),
  z.object({ kind: z.literal("sign-up-code"), ...code }),
  /** Somebody was added by the office or a distributor: the link leads to choosing a password. */
  z.object({ kind: z.literal("registration"), userId }),
  /** Somebody wanted to sign up with an address that has an account. */
  z.object({ kind: z.literal("already-registered"), userId }),
  z.object({ kind: z.literal("password-reset"), userId }),
  z.object({ kind: z.literal("password-changed"), userId }),
  z.object({ kind: z.literal("confirm-email"), userId }),
  /** To the new address, which is the account's once its link was followed. */
  z.object({ kind: z.literal("confirm-new-email"), userId }),
  /** To the address that stays in force until then. */
  z.object({ kind: z.literal("email-change-asked"), userId }),
  /** To the address and the number that were the account's until now, which stand beside them. */
  z.object({ kind: z.literal("email-changed"), userId }),
  z.object({ kind: z.literal("cell-changed"), userId }),
  z.object({ kind: z.literal("bank-details-changed"), userId }),
  /** A distributor asks a customer to join; the link leads to the answer. */
  z.object({ kind: z.literal("invitation"), userId, invitationId: z.guid() }),
  /** A customer became a distributor or stockist. */
  z.object({ kind: z.literal("converted"), userId }),
  /** To whom it matters that the office or a distributor changed the network: each is told its own part. */
  z.object({
    kind: z.literal("network-changed"),
    userId,
    change: z.enum(networkChanges),
    /** Of whom it tells; the reader, where it is the reader's own place or percentage. */
    memberId: userId,
    /** Under whom the member is now; for the member alone. */
    parentId: userId.nullable(),
    /** In basis points, for a percentage alone; null where there was or is none. */
    before: z.int().nullable(),
    after: z.int().nullable(),
  }),
  z.object({ kind: z.literal("order-placed"), ...order }),
  /** How to pay by bank transfer: the account, the amount and the reference. */
  z.object({ kind: z.literal("order-eft"), ...order }),
  z.object({ kind: z.literal("order-paid"), ...order }),
  /** The card was refused, and the order can be paid again. */
  z.object({ kind: z.literal("order-payment-failed"), ...order }),
  z.object({ kind: z.literal("order-shipped"), ...order }),
  z.object({ kind: z.literal("order-delivered"), ...order }),
  /** It is packed and can be collected at the office. */
  z.object({ kind: z.literal("order-ready"), ...order }),
  /** To whoever a parcel goes to and did not buy it: no price, no number of the order, no link to it. */
  z.object({
    kind: z.literal("parcel-shipped"),
    userId: z.null(),
    orderId: orderIdSchema,
    section: z.int().positive(),
  }),
  z.object({ kind: z.literal("order-cancelled"), ...order }),
  /** What goes back, in minor units, and the way that it goes. */
  z.object({
    kind: z.literal("order-refunded"),
    ...order,
    amount: z.int().positive(),
    method: z.enum(["card", "eft", "credit"]),
  }),
  /** The office sends it to another address than the buyer gave. */
  z.object({ kind: z.literal("order-recipient-corrected"), ...order }),
  /** To somebody who asked to be told, and may have no account. */
  z.object({ kind: z.literal("back-in-stock"), userId: z.null(), alertId: z.guid() }),
  z.object({ kind: z.literal("payout-requested"), ...payout }),
  z.object({ kind: z.literal("payout-paid"), ...payout }),
  z.object({ kind: z.literal("payout-rejected"), ...payout }),
  /** A month was closed, in which this person earned or was paid. */
  z.object({ kind: z.literal("statement-ready"), userId, month: monthSchema }),
  /** To the shop: somebody asked about an entry of the wallet. */
  z.object({ kind: z.literal("entry-question-asked"), userId: z.null(), ...question }),
  z.object({ kind: z.literal("entry-question-answered"), userId, ...question }),
  /** To the shop: what somebody wrote. */
  z.object({ kind: z.literal("contact-received"), ...contact }),
  z.object({ kind: z.literal("contact-acknowledged"), ...contact }),
  /** To every admin, and with null to the shop: somebody proposed what takes two, or it was decided. */
  z.object({
    kind: z.literal("proposal"),
    userId: userId.nullable(),
    proposalId: z.guid(),
    stage: z.enum(["made", "confirmed", "declined", "expired"]),
  }),
  /** To whoever wrote new words for a mail and wants to see how they arrive. */
  z.object({ kind: z.literal("copy-test"), userId, testId: z.int().positive() }),
]);
export type MessageAbout = Readonly<z.infer<typeof messageAboutSchema>>;
export type MessageKind = MessageAbout["kind"];

type ContactChange = "email-change-asked" | "email-changed" | "cell-changed";
/** The address and the number of the moment when it was asked for: whoever is quick has changed them since. */
export type FormerContacts = Readonly<{ formerEmail: string; formerCell: string | null }>;

/** What a message is asked for with: ids, and for a changed contact where it goes. */
export type MessageSubject =
  | Exclude<MessageAbout, { kind: ContactChange }>
  | (Readonly<{ kind: ContactChange; userId: number }> & FormerContacts);

/** Those that go where the account was reached before, and nowhere else. */
const formerKinds: ReadonlySet<MessageKind> = new Set<ContactChange>([
  "email-change-asked",
  "email-changed",
  "cell-changed",
]);

export function goesToFormer(kind: MessageKind): boolean {
  return formerKinds.has(kind);
}

/** Those that hold a code or a link: made anew by asking for them anew, never sent again. */
const secretKinds: ReadonlySet<MessageKind> = new Set([
  "sign-in-code",
  "sign-up-code",
  "registration",
  "password-reset",
  "confirm-email",
  "confirm-new-email",
  "email-change-asked",
  "email-changed",
  "cell-changed",
  "invitation",
]);

export function holdsSecret(kind: MessageKind): boolean {
  return secretKinds.has(kind);
}

/** Those that go to the phone as well, where one is known. */
const smsKinds: ReadonlySet<MessageKind> = new Set([
  "sign-in-code",
  "sign-up-code",
  "registration",
  "email-change-asked",
  "email-changed",
  "cell-changed",
  "order-ready",
]);

export function goesByPhone(kind: MessageKind): boolean {
  return smsKinds.has(kind);
}
