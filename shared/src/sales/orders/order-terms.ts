// Separate from the schemas, so that the browser does not load a validator for them.

export const orderStates = ["placed", "paid", "cancelled", "partly-refunded", "refunded"] as const;
/** The same on screens and in files. */
export const orderStateWords = {
  placed: "To pay",
  paid: "Paid",
  cancelled: "Cancelled",
  "partly-refunded": "Partly refunded",
  refunded: "Refunded",
} as const satisfies Record<(typeof orderStates)[number], string>;
export const orderSorts = ["placedAt", "orderNumber", "total"] as const;

export const paymentWays = ["card", "eft", "credit"] as const;
export type PaymentWay = (typeof paymentWays)[number];

export const paymentWayWords = {
  card: "Card",
  eft: "Bank transfer",
  credit: "Store credit",
} as const satisfies Record<PaymentWay, string>;

/** What the buyer may say of a parcel: kept in `order_parcel`, in a column of the same name, and in no event. */
type ParcelTerm = Readonly<{
  title: string;
  /** In characters. */
  max: number;
  /** As it is printed on the courier's label; without it, it is not for the courier. */
  onLabel?: (text: string) => string;
  /** Sent to the recipient, who did not ask for it: links are not allowed. */
  isSent?: true;
}>;
export const parcelTerms = {
  deliveryNotes: { title: "Delivery notes", max: 60, onLabel: (text) => text },
  giftMessage: { title: "Gift message", max: 200, isSent: true },
} as const satisfies Record<string, ParcelTerm>;
export type ParcelWord = keyof typeof parcelTerms;
/** A text for each of them; empty where nothing was said. */
export type ParcelWords = Readonly<Record<ParcelWord, string>>;

export function eachParcelWord<Value>(
  of: (word: ParcelWord, term: ParcelTerm) => Value,
): Record<ParcelWord, Value> {
  const each = (word: ParcelWord) => of(word, parcelTerms[word]);
  return { deliveryNotes: each("deliveryNotes"), giftMessage: each("giftMessage") };
}

export const parcelWords = Object.values(eachParcelWord((word) => word));

/** Without notes of its own, those of the order are the parcel's. */
export function withNotes(words: ParcelWords | undefined, ofOrder: string): ParcelWords {
  const said = words ?? eachParcelWord(() => "");
  return { ...said, deliveryNotes: said.deliveryNotes || ofOrder };
}

/** What was said, in the order in which it is shown; `label` is null where it is not for the courier. */
export function saidOfParcel(words: ParcelWords) {
  return parcelWords.flatMap((word) => {
    const { title, onLabel }: ParcelTerm = parcelTerms[word];
    const text = words[word];
    return text === "" ? [] : [{ title, text, label: onLabel?.(text) ?? null }];
  });
}

/** The office's order tasks, which are views of its list. */
export const orderWorks = [
  "to-quote",
  "to-ship",
  "to-pack",
  "collection",
  "sent-unpaid",
  "problem",
] as const;
export type OrderWork = (typeof orderWorks)[number];

/** The most orders of one action on several: reassigned, packed or shipped. */
export const ordersAtOnceMax = 100;

/** The number of sellers in a picker; a longer search text narrows the list. */
export const shownSellersMax = 20;
