import { z } from "zod/mini";
import type { Act } from "./acts.ts";
import {
  commandIdSchema,
  orderIdSchema,
  payoutIdSchema,
  rowIdSchema,
  userIdSchema,
  command,
} from "./ids.ts";
import { regions } from "./region.ts";
import type { OfficeRole } from "./roles.ts";

/** `void`: it cannot be carried out any more, for the reason that is kept with it. */
export const proposalStates = [
  "open",
  "confirmed",
  "declined",
  "withdrawn",
  "expired",
  "void",
] as const;
export type ProposalState = (typeof proposalStates)[number];

/** How a decision takes effect (docs/domain.md, "Decisions of two admins"); fixed when it is proposed. */
export type DecisionWay = "confirmed" | "silence" | "alone";

const amount = z.int().check(z.positive());
const text = z.string();
const price = z.int().check(z.minimum(0));
const limit = z.nullable(z.int().check(z.minimum(0)));
const bps = z.int().check(z.minimum(0));
const plan = z.strictObject({
  own: z.strictObject({ "1": bps, "2": bps, "3": bps }),
  upline: z.strictObject({
    "1": z.strictObject({ "2": bps, "3": bps }),
    "2": z.strictObject({ "3": bps }),
  }),
  leader: bps,
});
/** Whole percent. */
const percent = z.int();
const sale = { bfEnabled: z.boolean(), bfDiscount: percent };
const stockists = {
  stockistMarginDefault: percent,
  stockistPercentDefault: percent,
  stockistMarginMax: percent,
  stockistPercentMax: percent,
};
const account = {
  bankName: text,
  bankAccountName: text,
  bankAccountType: text,
  bankAccountNumber: text,
  bankBranchCode: text,
};
const person = {
  email: text,
  firstName: text,
  lastName: text,
  cell: z.nullable(text),
  altNumber: z.nullable(text),
  company: z.nullable(text),
};

/**
 * Of each decision that gives away: the smallest part of its highest price of the last 30 days that any product, or a parcel, costs
 * then, in basis points. Left out in those of earlier releases.
 */
const share = { shareBps: z.optional(bps) };

/** Left out for an admin, as in decisions of earlier releases. */
const otherOfficeRole = z.optional(z.literal("accountant"));

/** The payouts of a batch that no decision of their own approved; `hashTotal` is that of its bank file. */
export const batchSchema = z.strictObject({
  batchId: rowIdSchema,
  payOn: z.iso.date(),
  hashTotal: text,
  total: amount,
  payouts: z.array(z.strictObject({ payoutId: payoutIdSchema, userId: userIdSchema, amount })),
});

const vatRate = { vatBps: bps, vatFrom: z.nullable(z.iso.date()) };

/**
 * A change that one admin proposes, frozen as it is. `data` defines the change, with the old values that it replaces in
 * `before`; `words` holds personal data, keyed digests of bank accounts and free text, and is deleted once the decision is settled.
 */
export const proposedChangeSchema = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("limit"),
    data: z.strictObject({ region: z.enum(regions), above: limit, before: limit }),
    words: z.null(),
  }),
  z.strictObject({
    kind: z.literal("bank"),
    /** Null in those of earlier releases. */
    data: z.strictObject({ ...account, before: z.nullable(z.strictObject(account)) }),
    words: z.null(),
  }),
  /** Another account of the shop, whose statements count from then on; empty: files that name none. */
  z.strictObject({
    kind: z.literal("bank-account"),
    data: z.strictObject({ account: text }),
    words: z.null(),
  }),
  z.strictObject({
    kind: z.literal("contact"),
    data: z.strictObject({ contactEmail: text, before: text }),
    words: z.null(),
  }),
  /** A new admin, or a deactivated one to restore; with `role` another one of the office. */
  z.strictObject({
    kind: z.literal("admin"),
    data: z.strictObject({ userId: userIdSchema, isNew: z.boolean(), role: otherOfficeRole }),
    words: z.nullable(z.strictObject(person)),
  }),
  z.strictObject({
    kind: z.literal("deactivate"),
    data: z.strictObject({ userId: userIdSchema, role: otherOfficeRole }),
    words: z.nullable(z.strictObject(person)),
  }),
  /** Every factor of an admin and the recovery codes go, and a new one is set up; `before` are the ids of the factors. */
  z.strictObject({
    kind: z.literal("factor"),
    data: z.strictObject({ userId: userIdSchema, before: z.array(z.guid()) }),
    words: z.nullable(z.strictObject(person)),
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
  /** Takes back a typed transfer; `position` is that of the payment in the ledger. */
  z.strictObject({
    kind: z.literal("undo-eft"),
    data: z.strictObject({
      uuid: orderIdSchema,
      position: z.int().check(z.positive()),
      amount,
      isSentKnown: z.optional(z.boolean()),
    }),
    words: z.null(),
  }),
  /** Takes back the payments of a bank transaction, which is open again. */
  z.strictObject({
    kind: z.literal("undo-bank-line"),
    data: z.strictObject({
      lineId: z.int().check(z.positive()),
      uses: z.array(z.strictObject({ orderNumber: z.int().check(z.positive()), amount })),
      isSentKnown: z.optional(z.boolean()),
    }),
    words: z.null(),
  }),
  /** Takes back that the bank returned a payout, or (no `payoutId`) that a member paid back commission. */
  z.strictObject({
    kind: z.literal("undo-return"),
    data: z.strictObject({
      userId: userIdSchema,
      payoutId: z.nullable(payoutIdSchema),
      lineId: z.nullable(z.int().check(z.positive())),
      amount,
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
    /** Also null in those of earlier releases. */
    words: z.nullable(z.strictObject({ accountDigest: text })),
  }),
  z.strictObject({
    kind: z.literal("batch"),
    data: batchSchema,
    /** Also null in those of earlier releases. */
    words: z.nullable(
      z.strictObject({
        accounts: z.array(z.strictObject({ payoutId: payoutIdSchema, accountDigest: text })),
      }),
    ),
  }),
  /** To the card only where the buyer keeps goods that the card does not pay any more. */
  z.strictObject({
    kind: z.literal("refund"),
    data: z.strictObject({
      uuid: orderIdSchema,
      amount,
      productAmount: z.int().check(z.minimum(0)),
      units: z.int().check(z.minimum(0)),
      method: z.enum(["card", "eft", "credit"]),
    }),
    words: z.nullable(z.strictObject({ reason: text })),
  }),
  /** An order and its commission; null is no seller. */
  z.strictObject({
    kind: z.literal("reassign"),
    data: z.strictObject({
      uuid: orderIdSchema,
      sellerId: z.nullable(userIdSchema),
      before: z.nullable(userIdSchema),
    }),
    words: z.null(),
  }),
  /** Minor units; `highest` is that of the last 30 days. */
  z.strictObject({
    kind: z.literal("price"),
    data: z.strictObject({
      productId: rowIdSchema,
      name: text,
      price,
      before: price,
      highest: price,
      ...share,
      /** Left out in those of earlier releases. */
      productCode: z.optional(text),
      productGroup: z.optional(z.nullable(text)),
      /** It is hidden until then, because it is new or looks like another. */
      isShownThen: z.optional(z.literal(true)),
    }),
    words: z.null(),
  }),
  z.strictObject({
    kind: z.literal("sale"),
    data: z.strictObject({ ...sale, ...share, before: z.strictObject(sale) }),
    words: z.null(),
  }),
  /** What a recipient's parcels cost; null: by the price of a parcel. */
  z.strictObject({
    kind: z.literal("delivery-fee"),
    data: z.strictObject({
      region: z.enum(regions),
      deliveryFlat: z.nullable(price),
      before: z.nullable(price),
      highest: price,
      ...share,
    }),
    words: z.null(),
  }),
  /** A lower VAT rate of a region, and its first day; null: at once. */
  z.strictObject({
    kind: z.literal("vat-rate"),
    data: z.strictObject({ region: z.enum(regions), ...vatRate, before: z.strictObject(vatRate) }),
    words: z.null(),
  }),
  z.strictObject({
    kind: z.literal("stockists"),
    data: z.strictObject({
      ...stockists,
      ...share,
      /** What a stockist's sale pays at most with a raised largest percentage; left out in decisions of earlier releases. */
      stockistShareBps: z.optional(bps),
      before: z.strictObject(stockists),
    }),
    words: z.null(),
  }),
  /** What a customer or stockist pays less; basis points, null: nothing. */
  z.strictObject({
    kind: z.literal("margin"),
    data: z.strictObject({
      userId: userIdSchema,
      of: z.enum(["customer", "stockist"]),
      marginBps: z.int(),
      before: z.nullable(z.int()),
      ...share,
    }),
    words: z.null(),
  }),
  /** A lower VAT rate of one stockist's orders; null: that of the region. */
  z.strictObject({
    kind: z.literal("stockist-vat"),
    data: z.strictObject({
      userId: userIdSchema,
      vatBps: z.nullable(bps),
      before: z.nullable(bps),
    }),
    words: z.null(),
  }),
  /** The tax withheld of payouts, of one person or (null) of all without an own rate; `bps` null: no own rate any more. */
  z.strictObject({
    kind: z.literal("withholding"),
    data: z.strictObject({
      userId: z.nullable(userIdSchema),
      bps: z.nullable(bps),
      before: z.nullable(bps),
    }),
    words: z.null(),
  }),
  /** How many days commission matures before it is paid. */
  z.strictObject({
    kind: z.literal("payout-hold"),
    data: z.strictObject({ days: z.int(), before: z.int() }),
    words: z.null(),
  }),
  /** Above what amount of store credit members are asked for the password. */
  z.strictObject({
    kind: z.literal("credit-password"),
    data: z.strictObject({ above: price, before: price }),
    words: z.null(),
  }),
  /** A commission plan above the ceiling: at once, or at the beginning of a day. */
  z.strictObject({
    kind: z.literal("plan"),
    data: z.strictObject({
      simulationId: z.guid(),
      planHash: text,
      publishOn: z.nullable(z.iso.date()),
      shareBps: bps,
      plan,
      before: plan,
    }),
    words: z.null(),
  }),
]);
export type ProposedChange = z.infer<typeof proposedChangeSchema>;
export type ProposalKind = ProposedChange["kind"];
export type ChangeOf<Kind extends ProposalKind> = Extract<ProposedChange, { kind: Kind }>;

type KindTraits = Readonly<{
  act: Act;
  /** Confirmed, it is carried out by an admin later (it is paid), and not at once. */
  isPermission: boolean;
}>;

/** The act of `acts.ts` that each kind of decision is about. */
export const decisionKinds: Readonly<Record<ProposalKind, KindTraits>> = {
  limit: { act: "limit", isPermission: false },
  bank: { act: "shop-bank", isPermission: false },
  "bank-account": { act: "shop-bank", isPermission: false },
  contact: { act: "shop-contact", isPermission: false },
  admin: { act: "add-admin", isPermission: false },
  deactivate: { act: "deactivate-admin", isPermission: false },
  factor: { act: "new-factor", isPermission: false },
  eft: { act: "eft", isPermission: false },
  "bank-line": { act: "eft", isPermission: false },
  "undo-eft": { act: "undo-eft", isPermission: false },
  "undo-bank-line": { act: "undo-eft", isPermission: false },
  "undo-return": { act: "undo-eft", isPermission: false },
  credit: { act: "pay-out", isPermission: false },
  payout: { act: "pay-out", isPermission: true },
  batch: { act: "pay-out", isPermission: true },
  refund: { act: "pay-out", isPermission: false },
  reassign: { act: "reassign-order", isPermission: false },
  price: { act: "give-away", isPermission: false },
  sale: { act: "give-away", isPermission: false },
  "delivery-fee": { act: "give-away", isPermission: false },
  "vat-rate": { act: "vat-rate", isPermission: false },
  stockists: { act: "largest-margins", isPermission: false },
  margin: { act: "give-away", isPermission: false },
  "stockist-vat": { act: "vat-rate", isPermission: false },
  withholding: { act: "withholding", isPermission: false },
  "payout-hold": { act: "payout-hold", isPermission: false },
  "credit-password": { act: "credit-password", isPermission: false },
  plan: { act: "commission-plan", isPermission: false },
};

export const proposalRefSchema = z.strictObject({ ...command, id: commandIdSchema });

/** The secret of the link in an email about a decision. */
export const decisionLinkSchema = z.strictObject({ ...command, token: z.guid() });

/** The role of the office that a decision about an account gives or takes. */
export function officeRoleOf({ role }: Readonly<{ role?: "accountant" | undefined }>): OfficeRole {
  return role ?? "admin";
}

/** The same as a decision holds it. */
export function roleOfDecision(role: OfficeRole): { role?: "accountant" } {
  return role === "admin" ? {} : { role };
}
