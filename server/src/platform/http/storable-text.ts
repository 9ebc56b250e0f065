import type { FastifyInstance } from "fastify";

/** What a person reads beside the field. */
export const unstorableText =
  "This text contains a character that cannot be saved. Remove it and try again.";

/**
 * Where in something that came as JSON, as a form or in an address a text stands that PostgreSQL cannot hold: NUL in any
 * text, half of a surrogate pair in JSON. Without recursion: a body may be nested a hundred thousand deep.
 *
 * @returns the path of the first such text, for a name the path of what has it; null where everything can be kept
 */
export function findUnstorableText(input: unknown): readonly string[] | null {
  const waiting: Place[] = [{ value: input, name: "", inside: null }];
  for (let place = waiting.pop(); place; place = waiting.pop()) {
    const { value } = place;
    if (typeof value === "string" && !isStorable(value)) return pathOf(place);
    if (typeof value !== "object" || value === null || ArrayBuffer.isView(value)) continue;
    const entries = Object.entries(value);
    if (!entries.every(([name]) => isStorable(name))) return pathOf(place);
    for (const [name, inner] of entries.toReversed())
      waiting.push({ value: inner, name, inside: place });
  }
  return null;
}

type Place = Readonly<{ value: unknown; name: string; inside: Place | null }>;

function isStorable(text: string): boolean {
  return !text.includes("\0") && text.isWellFormed();
}

function pathOf(place: Place): readonly string[] {
  const names: string[] = [];
  for (let at = place; at.inside !== null; at = at.inside) names.push(at.name);
  return names.toReversed();
}

/** Refuses such a text in an address or a body of any route; a procedure's input is looked at where it was decoded (`trpc.ts`). */
export function refuseUnstorableText(app: FastifyInstance): void {
  app.addHook("preValidation", async ({ params, query, body }) => {
    for (const part of [params, query, body]) {
      const field = findUnstorableText(part);
      if (field === null) continue;
      const message = field.length > 0 ? `${field.join(".")}: ${unstorableText}` : unstorableText;
      throw Object.assign(new Error(message), { statusCode: 400 });
    }
  });
}
