import type { Delivery } from "../mail/mailer.ts";

export type Sms = Readonly<{
  messageKey: string;
  /** International form. */
  to: string;
  text: string;
}>;

/** @throws when the provider did not take it; the caller tries again. */
export type SmsSender = Readonly<{ send: (sms: Sms) => Promise<Delivery> }>;
