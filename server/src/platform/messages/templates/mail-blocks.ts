import { escapeHtml, fillWords, type Listing, type Values } from "./fill-words.ts";
import { ink, layoutTable, line, link, muted, small } from "./mail-style.ts";
import type { MessageWords } from "./message-words.ts";

/** What a mail says, part by part: sentences, the code, what is read in columns, and the button. */
export function mailBlocks({ paragraphs, button }: MessageWords, values: Values): string[] {
  const written = paragraphs.map((words) => block(words, values));
  if (!button) return written;
  const address = fillWords(button.leadsTo, values, escapeHtml);
  return [...written, mailButton(address, escapeHtml(button.label)), bareAddress(address)];
}

function block(words: string, values: Values): string {
  const alone = /^\{\{(\w+)\}\}$/.exec(words)?.[1];
  const value = alone === undefined ? undefined : values[alone];
  if (value !== undefined && typeof value !== "string") return listingTable(value);
  const html = fillWords(escapeHtml(words), values, escapeHtml).replaceAll("\n", "<br>\n");
  if (alone === "code") return largeCode(html);
  const mark = quoted.has(alone ?? "")
    ? "border-left:3px solid #F5A524;padding-left:16px;overflow-wrap:anywhere;"
    : "";
  return `<p class="ink" style="${line}${mark}">${html}</p>`;
}

/** What people wrote, set apart from what the shop says. */
const quoted: ReadonlySet<string> = new Set(["questionText", "answerText", "contactText"]);

function largeCode(code: string): string {
  return `<p class="ink box" style="${ink}background:#F2F5F3;border:1px solid #D5DEDA;border-radius:4px;margin:0 0 16px;padding:16px 16px 16px 24px;text-align:center;font-size:32px;line-height:40px;font-weight:700;letter-spacing:8px;">${code}</p>`;
}

/** Sums stand right, one below the other, with figures of one width. */
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

/** The cell has the colour too: some programs give a link no room of its own. */
function mailButton(address: string, label: string): string {
  return `<table ${layoutTable} style="margin:24px 0;"><tr><td class="button" bgcolor="#10312B" style="background:#10312B;border-radius:4px;"><a class="button" href="${address}" style="${ink}display:inline-block;background:#10312B;color:#FFFFFF;font-size:16px;line-height:20px;font-weight:700;text-decoration:none;padding:14px 24px;border-radius:4px;">${label}</a></td></tr></table>`;
}

function bareAddress(address: string): string {
  return `<p class="muted" style="${small}margin:0;">If the button does nothing, open this address: <a class="link" href="${address}" style="${link}overflow-wrap:anywhere;">${address}</a></p>`;
}
