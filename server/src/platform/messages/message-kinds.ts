import { orderIdSchema, payoutIdSchema } from "@portal/shared/platform/ids.ts";
import { monthSchema } from "@portal/shared/money/statements.ts";
import { type MessageClass, messageClasses } from "@portal/shared/platform/message-classes.ts";
import { z } from "zod";

const userId = z.int().positive();
const code = { userId, codeId: z.guid() };
/** Null for a guest: the buyer named with the order, or for an older program the recipient of the first parcel. */
const order = { userId: userId.nullable(), orderId: orderIdSchema };
/** The writer may have no account. */
const contact = { userId: z.null(), contactId: z.int().positive() };
const question = { questionId: z.int().positive() };
const payout = { userId, payoutId: payoutIdSchema };

/** About the own position and percentages in the network, or about a member directly below. */
const networkChanges = [
  "moved",
  "uplifted",
  "margin",
  "discount",
  "vat",
  "joined",
  "left",
  "customer-left",
  "customer-below-left",
  "member-uplifted",
  "stockist-percent",
] as const;

const adminAccountChanges = ["invited", "locked", "deactivated", "left"] as const;
export type AdminAccountChange = (typeof adminAccountChanges)[number];

/** How an admin signs in, and tries to. */
const adminSignInChanges = [
  "factor-added",
  "factor-removed",
  "recovery-codes-made",
  "recovery-code-used",
  "factors-reset",
  "factors-replaced",
  "wrong-factors",
  "unlocked",
] as const;
export type AdminSignInChange = (typeof adminSignInChanges)[number];

/**
 * Every kind of message and its subject: ids only, so that no personal data are in a queue. Codes and links are generated
 * when the message is sent, so that they are stored nowhere in clear.
 */
export const messageAboutSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("sign-in-code"), ...code }),
  z.object({ kind: z.literal("sign-up-code"), ...code }),
  /** The user was added by the office or a distributor; the link leads to choosing a password. */
  z.object({ kind: z.literal("registration"), userId }),
  /** A sign-up with an address that has an account. */
  z.object({ kind: z.literal("already-registered"), userId }),
  z.object({ kind: z.literal("password-reset"), userId }),
  z.object({ kind: z.literal("password-changed"), userId }),
  /** From many places, wrong ones: somebody guesses. */
  z.object({ kind: z.literal("passwords-guessed"), userId }),
  /** To an admin: the link allows the first passkey or one-time codes. */
  z.object({ kind: z.literal("set-up-factor"), userId }),
  /** To an admin whose account is locked. */
  z.object({ kind: z.literal("come-back"), userId }),
  /** To an admin who lost every factor and recovery code: the link allows to propose a new one. */
  z.object({ kind: z.literal("lost-factor"), userId }),
  /** To the person and all admins. */
  z.object({
    kind: z.literal("admin-sign-in"),
    userId,
    aboutId: userId,
    change: z.enum(adminSignInChanges),
  }),
  /** An admin's sign-in code was asked for, and there are none. */
  z.object({ kind: z.literal("no-code-for-admins"), userId }),
  z.object({ kind: z.literal("confirm-email"), userId }),
  /** To the new address, which becomes the account's when its link is followed. */
  z.object({ kind: z.literal("confirm-new-email"), userId }),
  /** To the address that stays in force until then. */
  z.object({ kind: z.literal("email-change-asked"), userId }),
  /** To the account's former address and number, which are stored with the message. */
  z.object({ kind: z.literal("email-changed"), userId }),
  z.object({ kind: z.literal("cell-changed"), userId }),
  z.object({ kind: z.literal("bank-details-changed"), userId }),
  /** A distributor asks a customer to join; the link leads to the answer. */
  z.object({ kind: z.literal("invitation"), userId, invitationId: z.guid() }),
  /** A customer became a distributor or stockist. */
  z.object({ kind: z.literal("converted"), userId }),
  /** To each member affected by a change of the network, with the part that concerns this member. */
  z.object({
    kind: z.literal("network-changed"),
    userId,
    change: z.enum(networkChanges),
    /** The member who changed, who may be the reader. */
    memberId: userId,
    /** The present parent; set only in the message to the member. */
    parentId: userId.nullable(),
    /** In basis points, for percentages only; null where there was or is none. */
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
  /** To a recipient who is not the buyer: without price, order number or link to the order. */
  z.object({
    kind: z.literal("parcel-shipped"),
    userId: z.null(),
    orderId: orderIdSchema,
    section: z.int().positive(),
  }),
  z.object({ kind: z.literal("order-cancelled"), ...order }),
  /** The amount in minor units. */
  z.object({
    kind: z.literal("order-refunded"),
    ...order,
    amount: z.int().positive(),
    method: z.enum(["card", "eft", "credit"]),
  }),
  /** The office changed the delivery address. */
  z.object({ kind: z.literal("order-recipient-corrected"), ...order }),
  /** To a subscriber of the stock alert, who may have no account. */
  z.object({ kind: z.literal("back-in-stock"), userId: z.null(), alertId: z.guid() }),
  z.object({ kind: z.literal("payout-requested"), ...payout }),
  z.object({ kind: z.literal("payout-paid"), ...payout }),
  z.object({ kind: z.literal("payout-rejected"), ...payout }),
  /** A month was closed, in which this person earned or was paid. */
  z.object({ kind: z.literal("statement-ready"), userId, month: monthSchema }),
  /** To the shop: a question about a wallet entry. */
  z.object({ kind: z.literal("entry-question-asked"), userId: z.null(), ...question }),
  z.object({ kind: z.literal("entry-question-answered"), userId, ...question }),
  /** To the shop. */
  z.object({ kind: z.literal("contact-received"), ...contact }),
  z.object({ kind: z.literal("contact-acknowledged"), ...contact }),
  /** To everybody who is told of a decision, and with null to the shop's own address, also a former one. */
  z.object({
    kind: z.literal("proposal"),
    userId: userId.nullable(),
    proposalId: z.guid(),
    stage: z.enum([
      "made",
      "half",
      "last-day",
      "confirmed",
      "declined",
      "withdrawn",
      "expired",
      "void",
    ]),
  }),
  /** To the admin concerned and every other one: somebody changed who is an admin, or how one of them signs in. */
  z.object({
    kind: z.literal("admin-account"),
    userId,
    adminId: userId,
    change: z.enum(adminAccountChanges),
    /** The admin who did it; null: whoever runs the server, from its command line. */
    byId: userId.nullable(),
  }),
  /** To every admin: the database is that of a backup, so somebody who was removed since may be an admin again. */
  z.object({ kind: z.literal("portal-restored"), userId, madeAt: z.iso.datetime() }),
  /** To an admin: what the others did alone on a day that is over. */
  z.object({
    kind: z.literal("office-day"),
    userId,
    day: z.iso.date(),
    actorIds: z.array(userId),
  }),
  /** To the admin who tests edited email copy. */
  z.object({ kind: z.literal("copy-test"), userId, testId: z.int().positive() }),
]);
export type MessageAbout = Readonly<z.infer<typeof messageAboutSchema>>;
export type MessageKind = MessageAbout["kind"];
const messageKinds = messageAboutSchema.options.map(({ shape }) => shape.kind.value);

type ContactChange = "email-change-asked" | "email-changed" | "cell-changed";
/** As they were when the message was queued: they may have changed again since. */
export type FormerContacts = Readonly<{ formerEmail: string; formerCell: string | null }>;

/** The ids of a message to queue, and for a changed contact where it goes. */
export type MessageSubject =
  | Exclude<MessageAbout, { kind: ContactChange }>
  | (Readonly<{ kind: ContactChange; userId: number }> & FormerContacts);

function isOneOf(...kinds: readonly MessageKind[]): (kind: MessageKind) => boolean {
  return (kind) => kinds.includes(kind);
}

/** Whether it goes to the former address and number, and nowhere else. */
export const goesToFormer = isOneOf("email-change-asked", "email-changed", "cell-changed");

/** Whether it holds a code or a link, which is requested anew and never resent. */
export const holdsSecret = isOneOf(
  "sign-in-code",
  "sign-up-code",
  "registration",
  "password-reset",
  "set-up-factor",
  "come-back",
  "lost-factor",
  "confirm-email",
  "confirm-new-email",
  "email-change-asked",
  "email-changed",
  "cell-changed",
  "invitation",
  // The link to decline.
  "proposal",
);

const classes: Readonly<Record<MessageKind, MessageClass | "work-if-proved">> = messageClasses;

export function classOf(kind: MessageKind, isProved: boolean): MessageClass {
  const named = classes[kind];
  if (named !== "work-if-proved") return named;
  return isProved ? "work" : "stranger";
}

const ofClass = (wanted: MessageClass) => messageKinds.filter((kind) => classes[kind] === wanted);
export const warningKinds = ofClass("warning");
/** Whoever waits for one of these waits at the screen, or has to know. */
export const urgentKinds = [...ofClass("secret"), ...warningKinds];

/** Bound to one browser; a retry makes a new one. */
export const isCode = isOneOf("sign-in-code", "sign-up-code");

/** Whose link works for a week. */
const isOfWeek = isOneOf("registration", "invitation", "come-back");

const hour = 3600;
const day = 24 * hour;

/** How long sending is retried: a secret for its own life, a warning for the life of a decision. */
export function sendingLifeSeconds(kind: MessageKind, messageClass: MessageClass): number {
  switch (messageClass) {
    case "secret":
      return isOfWeek(kind) ? 7 * day : hour;
    case "warning":
      return 14 * day;
    case "work":
      return 7 * day;
    case "stranger":
      return day;
  }
}

/** Whether it also goes by SMS, where a number is known. */
export const goesByPhone = isOneOf(
  "sign-in-code",
  "sign-up-code",
  "registration",
  "email-change-asked",
  "email-changed",
  "cell-changed",
  "order-ready",
  "admin-sign-in",
  "admin-account",
);
