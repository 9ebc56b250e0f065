import type { Delivery } from "./mailer.ts";

export type Sms = Readonly<{
  /** The same for every try of the same words. */
  messageKey: string;
  /** International form. */
  to: string;
  text: string;
}>;

/** @throws RefusedForGood, or anything else when it was not taken now; the caller tries again then. */
export type SmsSender = Readonly<{ send: (sms: Sms) => Promise<Delivery> }>;
