export type Mail = Readonly<{
  /** The same for every retry with the same text, so that a duplicate can be recognised. */
  messageKey: string;
  to: string;
  subject: string;
  html: string;
  text: string;
  /** Where a press of the mail program ends such mails (RFC 8058). */
  unsubscribe?: string | undefined;
}>;

/** `kept`: no server is configured; the message can be read in Sent emails. */
export type Delivery = "sent" | "kept";

/** @throws RefusedForGood, or any other error where the caller should retry */
export type Mailer = Readonly<{ send: (mail: Mail) => Promise<Delivery> }>;

/** A retry would be refused too: the address is invalid or does not exist. */
export class RefusedForGood extends Error {
  override readonly name = "RefusedForGood";
}

export type Sms = Readonly<{
  /** The same for every retry with the same text. */
  messageKey: string;
  /** International form. */
  to: string;
  text: string;
}>;

/** @throws RefusedForGood, or any other error where the caller should retry */
export type SmsSender = Readonly<{ send: (sms: Sms) => Promise<Delivery> }>;
