import { escapeHtml, fillWords, inOneLine, type Values } from "./fill-words.ts";
import { mailBlocks } from "./mail-blocks.ts";
import { ink, layoutTable, link, small, styleSheet } from "./mail-style.ts";
import type { MessageWords } from "./message-words.ts";

/** What every mail has around its words. */
export type Letterhead = Readonly<{
  /** BCP 47, for readers that speak. */
  language: string;
  shopName: string;
  homeUrl: string;
}>;

/** 600 pixels at most, readable without a single image, and in programs that know no style sheets. */
export function mailHtml(words: MessageWords, values: Values, head: Letterhead): string {
  // The words may be the office's own, which are text like the values in them.
  const subject = fillWords(escapeHtml(words.subject), values, escapeHtml);
  const name = escapeHtml(head.shopName);
  const home = escapeHtml(head.homeUrl);
  return `<!doctype html>
<html lang="${head.language}">
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

/** Signs without width, so that no list goes on with the words after the sentence. */
const nothingMore = "&#847;&zwnj;&nbsp;".repeat(60);

function preheader(words: MessageWords, values: Values): string {
  if (words.preheader === "") return "";
  const sentence = escapeHtml(inOneLine(fillWords(words.preheader, values)));
  return `<div aria-hidden="true" style="display:none;max-height:0;overflow:hidden;mso-hide:all;">${sentence}${nothingMore}</div>\n`;
}

/** The same words for programs and people that want no HTML. */
export function mailText(words: MessageWords, values: Values, head: Letterhead): string {
  const { paragraphs, button } = words;
  return [
    ...paragraphs,
    ...(button ? [`${button.label}:\n${button.leadsTo}`] : []),
    `-- \n${head.shopName}\n${head.homeUrl}`,
  ]
    .map((part) => fillWords(part, values))
    .join("\n\n")
    .concat("\n");
}
