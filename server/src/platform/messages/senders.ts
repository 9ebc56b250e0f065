export type Mail = Readonly<{
  /** The same for every try of the same words, so that whoever receives it twice can tell. */
  messageKey: string;
  to: string;
  subject: string;
  html: string;
  text: string;
}>;

/** `kept`: there is nowhere to send it to, and it can be read in Sent emails. */
export type Delivery = "sent" | "kept";

/** @throws RefusedForGood, or anything else when it was not taken now; the caller tries again then. */
export type Mailer = Readonly<{ send: (mail: Mail) => Promise<Delivery> }>;

/** Another try would be answered the same: the address does not exist, or is none. */
export class RefusedForGood extends Error {
  override readonly name = "RefusedForGood";
}

export type Sms = Readonly<{
  /** The same for every try of the same words. */
  messageKey: string;
  /** International form. */
  to: string;
  text: string;
}>;

/** @throws RefusedForGood, or anything else when it was not taken now; the caller tries again then. */
export type SmsSender = Readonly<{ send: (sms: Sms) => Promise<Delivery> }>;
