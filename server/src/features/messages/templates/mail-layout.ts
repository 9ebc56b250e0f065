import { escapeHtml, fillWords, type Values } from "./fill-words.ts";
import type { MessageWords } from "./message-words.ts";

/** What every mail has around its words. */
export type Letterhead = Readonly<{
  /** BCP 47, for readers that speak. */
  language: string;
  shopName: string;
  homeUrl: string;
}>;

const font =
  "font-family:'Atkinson Hyperlegible Next','Helvetica Neue',Arial,sans-serif;color:#10312B;";
const line = `${font}font-size:16px;line-height:24px;margin:0 0 16px;`;
const small = `${font}font-size:14px;line-height:20px;color:#4A5F59;`;
const table = 'role="presentation" cellpadding="0" cellspacing="0" border="0"';

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
<meta name="color-scheme" content="light">
<title>${subject}</title>
<style>@media (max-width: 480px) { .page { padding: 24px 20px !important; } .edge { padding: 16px 20px !important; } }</style>
</head>
<body style="margin:0;padding:0;background:#F2F5F3;">
<table ${table} width="100%" style="background:#F2F5F3;">
<tr><td align="center" style="padding:24px 12px;">
<table ${table} width="600" style="width:100%;max-width:600px;">
<tr><td class="edge" style="${font}background:#10312B;color:#FFFFFF;border-radius:20px 4px 0 0;padding:16px 32px;font-size:20px;line-height:28px;font-weight:700;">${name}</td></tr>
<tr><td class="page" style="background:#FFFFFF;border-radius:0 0 4px 4px;padding:32px;">
<h1 style="${font}font-size:24px;line-height:32px;font-weight:700;margin:0 0 16px;">${subject}</h1>
${blocks(words, values).join("\n")}
</td></tr>
<tr><td class="edge" style="${small}padding:16px 32px;">${name} · <a href="${home}" style="color:#3F3CBB;">${home}</a></td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}

function blocks({ paragraphs, button }: MessageWords, values: Values): string[] {
  const written = paragraphs.map((words) => {
    const html = fillWords(escapeHtml(words), values, escapeHtml).replaceAll("\n", "<br>\n");
    return words === "{{code}}" ? largeCode(html) : `<p style="${line}">${html}</p>`;
  });
  if (!button) return written;
  const address = fillWords(button.leadsTo, values, escapeHtml);
  return [
    ...written,
    `<p style="margin:24px 0;"><a href="${address}" style="${font}display:inline-block;background:#10312B;color:#FFFFFF;font-size:16px;line-height:20px;font-weight:700;text-decoration:none;padding:14px 24px;border-radius:4px;">${escapeHtml(button.label)}</a></p>`,
    `<p style="${small}margin:0;">If the button does nothing, open this address: <a href="${address}" style="color:#3F3CBB;overflow-wrap:anywhere;">${address}</a></p>`,
  ];
}

function largeCode(code: string): string {
  return `<p style="${font}background:#F2F5F3;border:1px solid #D5DEDA;border-radius:4px;margin:0 0 16px;padding:16px;text-align:center;font-size:32px;line-height:40px;font-weight:700;letter-spacing:8px;">${code}</p>`;
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
