export type Mail = Readonly<{
  /** The same for every try, so that whoever receives it twice can tell. */
  messageKey: string;
  to: string;
  subject: string;
  html: string;
  text: string;
}>;

/** `kept`: there is nowhere to send it to, and it can be read in Sent emails. */
export type Delivery = "sent" | "kept";

/** @throws when the mail server did not take it; the caller tries again. */
export type Mailer = Readonly<{ send: (mail: Mail) => Promise<Delivery> }>;
