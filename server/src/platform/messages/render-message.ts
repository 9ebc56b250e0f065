import {
  bankDetailsHoldHours,
  cellHoldHours,
  shopEmail,
  shopName,
} from "@portal/shared/platform/constants.ts";
import type { Region } from "@portal/shared/platform/region.ts";
import type { ShownRole } from "@portal/shared/platform/roles.ts";
import { escapeHtml, fillWords, inOneLine, type Listing, type Values } from "./fill-words.ts";
import type { MessageWords, Secret, Sites } from "./define-message.ts";

export type Reader = Readonly<{ firstName: string; role: ShownRole }>;
export type RenderedMessage = Readonly<{
  subject: string;
  /** Shown beside the subject in a mailbox; may be empty. */
  preheader: string;
  html: string;
  text: string;
  /** Null for kinds that are not sent by SMS. */
  sms: string | null;
}>;

export const mask = "••••••";

/** BCP 47, for screen readers. */
const languages: Readonly<Record<Region, string>> = { za: "en-ZA", uk: "en-GB", usa: "en-US" };
export const rolesInWords: Readonly<Record<ShownRole, string>> = {
  admin: "an admin",
  accountant: "an accountant",
  distributor: "a distributor",
  stockist: "a stockist",
  customer: "a customer",
  school: "a school",
};

/** @throws where the words hold a placeholder without a value */
export function renderWords(
  words: MessageWords,
  reader: Reader,
  secret: Secret,
  shop: Shop,
  facts: Values,
): RenderedMessage {
  const values: Values = {
    shop: shopName,
    home: shop.publicUrl,
    portal: portalOf(shop, reader.role),
    greeting: greetingOf(reader.firstName),
    role: rolesInWords[reader.role],
    holdHours: String(bankDetailsHoldHours),
    cellHoldHours: String(cellHoldHours),
    shopEmail,
    ...facts,
    ...secret,
  };
  return {
    subject: inOneLine(fillWords(words.subject, values)),
    preheader: inOneLine(fillWords(words.preheader, values)),
    html: mailHtml(words, values, shop),
    text: mailText(words, values, shop),
    sms: words.sms === undefined ? null : fillWords(words.sms, values),
  };
}

type Shop = Sites & Readonly<{ region: Region }>;

/** The site that a user signs in to: members and admins to the office portal, customers to the shop. */
export function portalOf({ publicUrl, officeUrl = publicUrl }: Sites, role: ShownRole): string {
  return role === "customer" ? publicUrl : officeUrl;
}

function greetingOf(firstName: string): string {
  const name = asName(firstName);
  return name === null ? "Hello," : `Hello ${name},`;
}

/** Null for a name that holds an address or a number: such sign-ups would use our emails for advertising. */
export function asName(given: string): string | null {
  const name = inOneLine(given);
  return /^[\p{L}\p{M}' ’-]{1,40}$/u.test(name) ? name : null;
}

/** At most 600 pixels wide, readable without images and in mail clients without style sheets. */
function mailHtml(words: MessageWords, values: Values, shop: Shop): string {
  // The office's own words are plain text too, so they are escaped like the values.
  const subject = fillWords(escapeHtml(words.subject), values, escapeHtml);
  const name = escapeHtml(shopName);
  const home = escapeHtml(shop.publicUrl);
  return `<!doctype html>
<html lang="${languages[shop.region]}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${subject}</title>
<style>${styleSheet}</style>
</head>
<body class="ground" style="margin:0;padding:0;background:#F2F5F3;">
${preheader(words, values)}<table ${layoutTable} width="100%" class="ground" style="background:#F2F5F3;">
<tr><td align="center" style="padding:24px 12px;">
<table ${layoutTable} width="600" style="width:100%;max-width:600px;">
<tr><td class="edge head" style="${ink}background:#10312B;color:#FFFFFF;border-radius:20px 4px 0 0;padding:16px 32px;font-size:20px;line-height:28px;font-weight:700;">${name}</td></tr>
<tr><td class="page" style="background:#FFFFFF;border-radius:0 0 4px 4px;padding:32px;">
<h1 class="ink" style="${ink}font-size:24px;line-height:32px;font-weight:700;margin:0 0 16px;">${subject}</h1>
${mailBlocks(words, values).join("\n")}
</td></tr>
<tr><td class="edge muted" style="${small}padding:16px 32px;">${name} · <a class="link" href="${home}" style="${link}">${home}</a></td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}

/** Zero-width characters, so that a mailbox does not fill its preview with the text that follows. */
const nothingMore = "&#847;&zwnj;&nbsp;".repeat(60);

function preheader(words: MessageWords, values: Values): string {
  if (words.preheader === "") return "";
  const sentence = escapeHtml(inOneLine(fillWords(words.preheader, values)));
  return `<div aria-hidden="true" style="display:none;max-height:0;overflow:hidden;mso-hide:all;">${sentence}${nothingMore}</div>\n`;
}

function mailText(words: MessageWords, values: Values, shop: Shop): string {
  const { paragraphs, button } = words;
  return [
    ...paragraphs.filter((each) => hasWords(each, values)),
    ...(button ? [`${button.label}:\n${button.leadsTo}`] : []),
    `-- \n${shopName}\n${shop.publicUrl}`,
  ]
    .map((part) => fillWords(part, values))
    .join("\n\n")
    .concat("\n");
}

function mailBlocks({ paragraphs, button }: MessageWords, values: Values): string[] {
  const written = paragraphs
    .filter((words) => hasWords(words, values))
    .map((words) => block(words, values));
  if (!button) return written;
  const address = fillWords(button.leadsTo, values, escapeHtml);
  return [...written, mailButton(address, escapeHtml(button.label)), bareAddress(address)];
}

/** The name of a placeholder that is the whole paragraph. */
function aloneIn(words: string): string | undefined {
  return /^\{\{(\w+)\}\}$/.exec(words)?.[1];
}

/** A paragraph that is one empty placeholder is left out. */
function hasWords(words: string, values: Values): boolean {
  const alone = aloneIn(words);
  return alone === undefined || values[alone] !== "";
}

function block(words: string, values: Values): string {
  const alone = aloneIn(words);
  const value = alone === undefined ? undefined : values[alone];
  if (value !== undefined && typeof value !== "string") return listingTable(value);
  const html = fillWords(escapeHtml(words), values, escapeHtml).replaceAll("\n", "<br>\n");
  if (alone === "code") return largeCode(html);
  if (alone === "link")
    return `<p style="${line}"><a class="link" href="${html}" style="${link}overflow-wrap:anywhere;">${html}</a></p>`;
  const mark = quoted.has(alone ?? "")
    ? "border-left:3px solid #F5A524;padding-left:16px;overflow-wrap:anywhere;"
    : "";
  return `<p class="ink" style="${line}${mark}">${html}</p>`;
}

/** Text written by people, which is set apart from the shop's. */
const quoted: ReadonlySet<string> = new Set([
  "questionText",
  "answerText",
  "contactText",
  "giftMessage",
]);

function largeCode(code: string): string {
  return `<p class="ink box" style="${ink}background:#F2F5F3;border:1px solid #D5DEDA;border-radius:4px;margin:0 0 16px;padding:16px 16px 16px 24px;text-align:center;font-size:32px;line-height:40px;font-weight:700;letter-spacing:8px;">${code}</p>`;
}

/** Amounts are right-aligned, in figures of one width. */
function listingTable({ as, rows }: Listing): string {
  const cells = rows.map(([label, value], at) => {
    const isTotal = as === "amounts" && at === rows.length - 1;
    const edge = `border-top:1px solid #D5DEDA;padding:8px 0;font-size:16px;line-height:24px;vertical-align:top;${isTotal ? "font-weight:700;" : "font-weight:400;"}`;
    const name = as === "facts" ? `${muted}width:40%;` : ink;
    const side = as === "amounts" ? "text-align:right;white-space:nowrap;" : "text-align:left;";
    return `<tr><th class="${as === "facts" ? "muted" : "ink"} edge-line" scope="row" style="${name}${edge}text-align:left;padding-right:16px;">${escapeHtml(label)}</th><td class="ink edge-line" style="${ink}${edge}${side}font-variant-numeric:tabular-nums;overflow-wrap:anywhere;">${escapeHtml(value)}</td></tr>`;
  });
  return `<table cellpadding="0" cellspacing="0" border="0" width="100%" style="border-collapse:collapse;margin:0 0 24px;">\n${cells.join("\n")}\n</table>`;
}

/** The cell is coloured too: some mail clients ignore the padding of a link. */
function mailButton(address: string, label: string): string {
  return `<table ${layoutTable} style="margin:24px 0;"><tr><td class="button" bgcolor="#10312B" style="background:#10312B;border-radius:4px;"><a class="button" href="${address}" style="${ink}display:inline-block;background:#10312B;color:#FFFFFF;font-size:16px;line-height:20px;font-weight:700;text-decoration:none;padding:14px 24px;border-radius:4px;">${label}</a></td></tr></table>`;
}

function bareAddress(address: string): string {
  return `<p class="muted" style="${small}margin:0;">If the button does not work, copy this link: <a class="link" href="${address}" style="${link}overflow-wrap:anywhere;">${address}</a></p>`;
}

const font = "font-family:Figtree,'Helvetica Neue',Arial,sans-serif;";

/** Inline, for mail clients without style sheets. */
const ink = `${font}color:#10312B;`;
const muted = `${font}color:#4A5F59;`;
const line = `${ink}font-size:16px;line-height:24px;margin:0 0 16px;`;
const small = `${muted}font-size:14px;line-height:20px;`;
const link = "color:#3F3CBB;";
const layoutTable = 'role="presentation" cellpadding="0" cellspacing="0" border="0"';

/** Smaller margins on a phone, and dark colours, each pair with a contrast of at least 4.5. */
const styleSheet = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (max-width: 480px) {
  .page { padding: 24px 20px !important; }
  .edge { padding: 16px 20px !important; }
}
@media (prefers-color-scheme: dark) {
  .ground { background: #0A1815 !important; }
  .page { background: #142A25 !important; }
  .head { background: #0F3B32 !important; }
  .ink { color: #F2F5F3 !important; }
  .muted { color: #B4C4BE !important; }
  .link { color: #B6B5EC !important; }
  .box { background: #0A1815 !important; border-color: #3B554D !important; }
  .edge-line { border-color: #3B554D !important; }
  .button { background: #F5A524 !important; color: #10312B !important; }
}
`;
