import type { IOptions } from "sanitize-html";

const picture = /^\/resources\/images\/(\d{1,9})$/;
/** Our own pages, web pages and email addresses, without spellings that a browser would read as something else. */
const link = /^(?:https?:\/\/[^\s\\]+|mailto:[^\s\\]+|\/(?![/\\])[^\s\\]*|#[\w-]*)$/i;

const options: IOptions = {
  allowedTags: [
    "p",
    "br",
    "strong",
    "em",
    "s",
    "u",
    "h3",
    "h4",
    "ul",
    "ol",
    "li",
    "blockquote",
    "hr",
    "a",
    "img",
  ],
  allowedAttributes: { a: ["href"], img: ["src", "alt", "width", "height"] },
  allowedSchemes: ["http", "https", "mailto"],
  allowProtocolRelative: false,
  // The content of these is dropped with the tag.
  nonTextTags: [
    "script",
    "style",
    "textarea",
    "option",
    "noscript",
    "iframe",
    "svg",
    "math",
    "template",
    "xmp",
    "noembed",
    "noframes",
    "plaintext",
    "title",
  ],
  nestingLimit: 12,
  disallowedTagsMode: "discard",
  transformTags: {
    b: "strong",
    i: "em",
    del: "s",
    h1: "h3",
    h2: "h3",
    a: (tagName, { href = "" }) => ({
      tagName,
      attribs: link.test(href) ? { href } : {},
    }),
  },
  exclusiveFilter: ({ tag, attribs }) => tag === "img" && !picture.test(attribs["src"] ?? ""),
};

/** Keeps only formatted text, links and our own pictures. The library is loaded with the first text, because it is large. */
export async function cleanCopy(html: string): Promise<string> {
  const { default: sanitize } = await import("sanitize-html");
  return sanitize(html, options).trim();
}

/** The ids of the uploads in a cleaned text. */
export function picturesIn(copy: string): number[] {
  const found = [...copy.matchAll(/ src="\/resources\/images\/(\d{1,9})"/g)];
  return [...new Set(found.map(([, id]) => Number(id)))];
}

/** Whether a cleaned text shows nothing. */
export function isBlank(copy: string): boolean {
  return !/<(?:img|hr)\b/.test(copy) && copy.replaceAll(/<[^>]*>/g, "").trim() === "";
}
