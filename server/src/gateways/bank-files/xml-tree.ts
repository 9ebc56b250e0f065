import { XMLParser } from "fast-xml-parser";
import { z } from "zod";
import { withoutCdata, withoutEntities } from "./markup-text.ts";
import { StatementError } from "./statement-error.ts";

/** An element: its own text, its attributes (`@Ccy`), and below each name the elements of that name. */
export type XmlElement = Readonly<{ [name: string]: string | readonly XmlElement[] }>;

const elementSchema: z.ZodType<XmlElement> = z.lazy(() =>
  z.record(z.string(), z.union([z.string(), z.array(elementSchema)])),
);

/** Entities are left as they are written, and a file that declares its own is refused before it is parsed. */
const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: "@",
  removeNSPrefix: true,
  parseTagValue: false,
  parseAttributeValue: false,
  processEntities: false,
  alwaysCreateTextNode: true,
  ignoreDeclaration: true,
  ignorePiTags: true,
  trimValues: false,
  isArray: (_name, _path, _isLeaf, isAttribute) => !isAttribute,
});

/** Parses XML; names are without their prefixes. @throws StatementError */
export function parseXml(text: string): XmlElement {
  if (/<!(?:DOCTYPE|ENTITY)/i.test(text))
    throw new StatementError("the file declares a document type, which no bank's statement does");
  try {
    return elementSchema.parse(parser.parse(withoutCdata(text).trim(), true));
  } catch (cause) {
    const reason = cause instanceof Error ? (cause.message.split("\n")[0] ?? "") : "";
    throw new StatementError(`the XML cannot be read: ${reason}`, { cause });
  }
}

/** The elements at a path of names, `Acct/Id/IBAN`. */
export function elementsAt(element: XmlElement, path: string): readonly XmlElement[] {
  return path.split("/").reduce<readonly XmlElement[]>(
    (found, name) =>
      found.flatMap((each) => {
        const below = Object.hasOwn(each, name) ? each[name] : undefined;
        return typeof below === "object" ? below : [];
      }),
    [element],
  );
}

/** The texts of the elements at a path, without empty ones. */
export function textsAt(element: XmlElement, path: string): string[] {
  const texts = wholeTextsAt(element, path).map((text) => text.trim());
  return texts.filter((text) => text !== "");
}

/** The same with blanks at their begin and end. */
export function wholeTextsAt(element: XmlElement, path: string): string[] {
  return elementsAt(element, path).map((each) => ownText(each, "#text"));
}

/** The text of the first element that has one, at the first path that leads to one; else empty. */
export function textAt(element: XmlElement, ...paths: readonly string[]): string {
  return paths.flatMap((path) => textsAt(element, path))[0] ?? "";
}

/** An attribute of the first element at a path; else empty. */
export function attributeAt(element: XmlElement, path: string, name: string): string {
  const [first] = elementsAt(element, path);
  return first === undefined ? "" : ownText(first, `@${name}`).trim();
}

function ownText(element: XmlElement, name: string): string {
  const text = Object.hasOwn(element, name) ? element[name] : undefined;
  return typeof text === "string" ? withoutEntities(text) : "";
}
