import sanitize from "sanitize-html";

const picture = /^\/resources\/images\/(\d{1,9})$/;
/** Pages of ours, of others, and mail; what a browser would read as something else is not let through. */
const link = /^(?:https?:\/\/[^\s\\]+|mailto:[^\s\\]+|\/(?![/\\])[^\s\\]*|#[\w-]*)$/i;

const options: sanitize.IOptions = {
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
  // What stands inside these is no text of a page.
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

/** What is left of rich text when all is gone that is not plain words, links and pictures of ours. */
export function cleanCopy(html: string): string {
  return sanitize(html, options).trim();
}

/** The uploads that a cleaned text shows. */
export function picturesIn(copy: string): number[] {
  const found = [...copy.matchAll(/ src="\/resources\/images\/(\d{1,9})"/g)];
  return [...new Set(found.map(([, id]) => Number(id)))];
}

/** Nothing to be seen in it. */
export function isBlank(copy: string): boolean {
  return !/<(?:img|hr)\b/.test(copy) && sanitize(copy, { allowedTags: [] }).trim() === "";
}
