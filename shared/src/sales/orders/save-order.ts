import { z } from "zod/mini";
import {
  firstNameSchema,
  lastNameSchema,
  phoneSchema,
  requiredEmailSchema,
} from "../../people/accounts.ts";
import { guestIdSchema } from "../../people/addresses.ts";
import { quantityMax, selfCollectionService } from "../../platform/constants.ts";
import {
  addressIdSchema,
  commandIdSchema,
  orderIdSchema,
  sectionNumberSchema,
  productIdSchema,
  userIdSchema,
  command,
} from "../../platform/ids.ts";
import { positiveMinorSchema } from "../../platform/money-schemas.ts";
import { pagingFields, sortedBy } from "../../platform/paging.ts";
import { eachParcelWord, orderSorts, orderStates } from "./order-terms.ts";
import { exactText, limitedText, requiredText } from "../../platform/texts.ts";

const wholeNumber = "Please enter a whole number";

export const quantitySchema = z
  .int(wholeNumber)
  .check(
    z.minimum(0, wholeNumber),
    z.maximum(quantityMax, `You can order up to ${quantityMax} of one product.`),
  );

const lineSchema = z.strictObject({ productId: productIdSchema, quantity: quantitySchema });

/** One line per product. */
export const linesSchema = z.array(lineSchema).check(
  z.maxLength(100),
  z.refine(
    (lines) => new Set(lines.map(({ productId }) => productId)).size === lines.length,
    "Add each product only once per recipient.",
  ),
);

const deliveryService = z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(64)));
const withoutLinks = z.refine<string>(
  (typed) => !/:\/\/|www\./i.test(typed),
  "Leave out web addresses.",
);
const parcelFields = eachParcelWord((_word, { title, max, isSent }) =>
  z.optional(
    z
      .string()
      .check(
        z.trim(),
        z.maxLength(max, `${title}: ${max} characters maximum.`),
        ...(isSent ? [withoutLinks] : []),
      ),
  ),
);
const code = z.optional(z.string().check(exactText(), z.minLength(1), z.maxLength(64)));

/** Who collects the order from the office (docs/decisions.md, 17). */
export const collectionSchema = z
  .strictObject({
    by: z.enum(["self", "courier"], "Choose who collects the order."),
    courierName: z.optional(limitedText(100)),
    /** The person who collects; older API clients use the recipient's address instead. */
    name: z.optional(requiredText(100, "Name is required.", 2)),
    cellNumber: z.optional(phoneSchema),
  })
  .check(
    z.refine(({ by, courierName }) => by === "self" || Boolean(courierName), {
      path: ["courierName"],
      error: "Please enter the courier’s name.",
    }),
  );
export type Collection = z.infer<typeof collectionSchema>;

/** A buyer without an account, who receives the messages about payment (docs/decisions.md, 38). */
export const guestBuyerSchema = z.strictObject({
  firstName: firstNameSchema,
  lastName: lastNameSchema,
  email: requiredEmailSchema,
  cellNumber: phoneSchema,
});
export type GuestBuyer = z.infer<typeof guestBuyerSchema>;

/** The price of a basket, for which recipients are not needed yet. */
export const quoteSchema = z.strictObject({
  sections: z
    .array(z.strictObject({ lines: linesSchema, deliveryService }))
    .check(z.minLength(1), z.maxLength(50)),
  /** For sections without a service of their own. */
  deliveryService,
});
export type Quote = z.infer<typeof quoteSchema>;

/** The server decides prices, the seller and `live`, so they are not among the fields. */
export const saveOrderSchema = z
  .strictObject({
    commandId: commandIdSchema,
    uniqueId: z.optional(guestIdSchema),
    sections: z
      .array(
        z.strictObject({
          /** Null if the section is collected: `collection` says by whom. */
          addressId: z.nullable(addressIdSchema),
          lines: linesSchema,
          deliveryService,
          ...parcelFields,
        }),
      )
      .check(z.minLength(1), z.maxLength(50)),
    /** For guests; optional because older API clients do not send it. A signed-in user is the buyer. */
    buyer: z.optional(guestBuyerSchema),
    /** Who made the order, which may be sent later: a user, or null for a guest. Other programs do not say. */
    madeBy: z.optional(z.nullable(userIdSchema)),
    /** For sections without a service of their own, as older API clients send it (docs/decisions.md, 40). */
    deliveryService,
    collection: z.optional(collectionSchema),
    /** For sections without notes of their own. */
    deliveryNotes: parcelFields.deliveryNotes,
    /** The total shown to the buyer, in minor units: if the price has changed, the order is refused. */
    expectedTotal: z.optional(positiveMinorSchema),
    distributorCode: code,
    stockistCode: code,
    gclid: z.optional(z.string().check(z.maxLength(200))),
    fbclid: z.optional(z.string().check(z.maxLength(200))),
  })
  .check(
    z.refine((order) => !isAnyCollected(order) || order.collection !== undefined, {
      path: ["collection"],
      error: "Choose who collects the order.",
    }),
    z.superRefine((order, check) => {
      for (const [at, section] of order.sections.entries()) {
        if (section.addressId !== null) continue;
        const isCollected = serviceOf(section, order) === selfCollectionService;
        if (!isCollected)
          check.addIssue({
            code: "custom",
            path: ["sections", at, "addressId"],
            message: "Required",
          });
        for (const field of isCollected ? (["name", "cellNumber"] as const) : [])
          if (order.collection?.[field] === undefined)
            check.addIssue({ code: "custom", path: ["collection", field], message: "Required" });
      }
    }),
  );
type Choice = Readonly<{ deliveryService?: string | null | undefined }>;

/** The service of a section, by default that of the order; null if neither names one. */
export function serviceOf(section: Choice, order: Choice): string | null {
  return section.deliveryService ?? order.deliveryService ?? null;
}

function isAnyCollected(order: Choice & Readonly<{ sections: readonly Choice[] }>): boolean {
  return order.sections.some((section) => serviceOf(section, order) === selfCollectionService);
}

export type SaveOrder = z.infer<typeof saveOrderSchema>;

export const orderRefSchema = z.strictObject({ uuid: orderIdSchema });
export const orderCommandSchema = z.extend(orderRefSchema, command);

/** `uniqueId`: the guest id of the browser that placed the order. */
export const orderDetailSchema = z.extend(orderRefSchema, { uniqueId: z.optional(guestIdSchema) });

const ofOrder = { commandId: commandIdSchema, uuid: orderIdSchema };

/**
 * How many payments the person was shown that may be the same money, and records another one beside. Without it, or if
 * there are more by now, they are asked.
 */
export const knownPaymentsSchema = z.optional(z.int().check(z.minimum(0)));

export const recordEftSchema = z.strictObject({
  ...ofOrder,
  amount: z.int().check(z.positive("Please enter a number")),
  reference: requiredText(200, "Required"),
  receivedOn: z.iso.date("Choose a date."),
  knownPayments: knownPaymentsSchema,
});
export type RecordEft = z.infer<typeof recordEftSchema>;

/** Undoes a bank transfer that was recorded for the wrong order, or twice. */
export const undoPaymentSchema = z.strictObject({
  ...ofOrder,
  /** The payment's position in the ledger. */
  position: z.int().check(z.positive()),
  /** The person knows that the order was sent and will be sent but not paid. */
  isSentKnown: z.optional(z.boolean()),
});
export type UndoPayment = z.infer<typeof undoPaymentSchema>;

export const payWithCreditSchema = z.strictObject({
  ...ofOrder,
  /** By default as much as is available and the order needs. */
  amount: z.optional(z.int().check(z.positive("Please enter a number"))),
  /** The commission that the user agreed to convert to credit; older API clients omit it and convert as needed. */
  commission: z.optional(z.int().check(z.minimum(0, "Please enter a number"))),
});
export type PayWithCredit = z.infer<typeof payWithCreditSchema>;

export const cancelOrderSchema = z.strictObject({
  ...ofOrder,
  reason: z._default(limitedText(500), ""),
  /** The office has the goods of an order that was sent but not paid. */
  areGoodsBack: z.optional(z.boolean()),
});
export type CancelOrder = z.infer<typeof cancelOrderSchema>;

export const refundOrderSchema = z.strictObject({
  ...ofOrder,
  amount: z.int().check(z.positive("Please enter a number")),
  /** The part of `amount` for goods, by which commission is reversed. */
  productAmount: positiveMinorSchema,
  units: z.int(wholeNumber).check(z.minimum(0, wholeNumber)),
  method: z.enum(["card", "eft", "credit"]),
  reason: requiredText(500, "Please complete"),
});
export type RefundOrder = z.infer<typeof refundOrderSchema>;

export const reassignOrderSchema = z.strictObject({
  ...ofOrder,
  sellerId: z.nullable(userIdSchema),
});
export type ReassignOrder = z.infer<typeof reassignOrderSchema>;

export const listOrdersSchema = z.strictObject({
  ...pagingFields,
  state: z.optional(z.enum(orderStates)),
  sort: sortedBy(orderSorts, "desc"),
});

export const myOrdersSchema = z.strictObject({
  ...pagingFields,
  sort: sortedBy(orderSorts, "desc"),
});
export type MyOrders = z.infer<typeof myOrdersSchema>;

/** What was taken back of the order, in minor units, as whoever sends its goods saw it; left out for nothing. */
export const takenBackSeen = { takenBack: z.optional(positiveMinorSchema) };

/** The order is packed and can be collected. */
export const readyToCollectSchema = z.strictObject({ ...ofOrder, ...takenBackSeen });
export type ReadyToCollect = z.infer<typeof readyToCollectSchema>;

/** `section` counts from 1. */
export const orderRecipientSchema = z.strictObject({
  uuid: orderIdSchema,
  section: sectionNumberSchema,
});
export type OrderRecipient = z.infer<typeof orderRecipientSchema>;
