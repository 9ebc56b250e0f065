import { cellHoldHours } from "@portal/shared/people/accounts.ts";
import { shopEmail, shopName } from "@portal/shared/platform/constants.ts";
import { bankDetailsHoldHours } from "@portal/shared/money/payouts.ts";
import type { Region } from "@portal/shared/platform/region.ts";
import type { ShownRole } from "@portal/shared/platform/roles.ts";
import type { MessageKind } from "./message-kinds.ts";
import { fillWords, inOneLine, type Values } from "./templates/fill-words.ts";
import { mailHtml, mailText } from "./templates/mail-layout.ts";
import { type MessageWords, messageWords } from "./templates/message-words.ts";

/** What only the person who gets it may know, or nothing where there is none. */
export type Secret = Readonly<{ code?: string; link?: string }>;
export type Reader = Readonly<{ firstName: string; role: ShownRole }>;
export type RenderedMessage = Readonly<{
  subject: string;
  /** What lists of mails show beside it; empty where there is nothing to add. */
  preheader: string;
  html: string;
  text: string;
  /** Null for kinds that are not sent by SMS. */
  sms: string | null;
}>;

export const mask = "••••••";

const languages: Readonly<Record<Region, string>> = { za: "en-ZA", uk: "en-GB", usa: "en-US" };
export const rolesInWords: Readonly<Record<ShownRole, string>> = {
  admin: "an admin",
  distributor: "a distributor",
  stockist: "a stockist",
  customer: "a customer",
  school: "a school",
};

/**
 * The words of one message, filled in with what it tells of. Without its secret it is the copy that the
 * office may read.
 */
export function renderMessage(
  kind: MessageKind,
  reader: Reader,
  secret: Secret,
  shop: Readonly<{ region: Region; publicUrl: string }>,
  facts: Values = {},
): RenderedMessage {
  return renderWords(messageWords[kind], reader, secret, shop, facts);
}

/**
 * The same with other words than those of the code.
 *
 * @throws where the words ask for something that there is not
 */
export function renderWords(
  words: MessageWords,
  reader: Reader,
  secret: Secret,
  shop: Readonly<{ region: Region; publicUrl: string }>,
  facts: Values,
): RenderedMessage {
  const values: Values = {
    shop: shopName,
    home: shop.publicUrl,
    greeting: greetingOf(reader.firstName),
    role: rolesInWords[reader.role],
    holdHours: String(bankDetailsHoldHours),
    cellHoldHours: String(cellHoldHours),
    shopEmail,
    ...facts,
    ...secret,
  };
  const head = { language: languages[shop.region], shopName, homeUrl: shop.publicUrl };
  return {
    subject: inOneLine(fillWords(words.subject, values)),
    preheader: inOneLine(fillWords(words.preheader, values)),
    html: mailHtml(words, values, head),
    text: mailText(words, values, head),
    sms: words.sms === undefined ? null : fillWords(words.sms, values),
  };
}

function greetingOf(firstName: string): string {
  const name = asName(firstName);
  return name === null ? "Hello," : `Hello ${name},`;
}

/** A name with an address or a number in it is an advertisement, which we do not deliver: null. */
export function asName(given: string): string | null {
  const name = inOneLine(given);
  return /^[\p{L}\p{M}' ’-]{1,40}$/u.test(name) ? name : null;
}
