import { z } from "zod";

/** The parts of a JSON schema that matter for finding text. */
type Shape = Readonly<{
  type?: unknown;
  enum?: unknown;
  const?: unknown;
  format?: unknown;
  pattern?: unknown;
  properties?: Readonly<Record<string, Shape>>;
  items?: unknown;
  anyOf?: readonly Shape[];
  oneOf?: readonly Shape[];
  allOf?: readonly Shape[];
}>;
const shapeSchema: z.ZodType<Shape> = z.looseObject({});

/** The strings of a schema that can hold free text: no ids, days, numbers or enums. */
function textsIn(shape: Shape, name: string): string[] {
  const { properties = {}, items } = shape;
  const own = shape.type === "string" && canHoldWords(shape) ? [name] : [];
  const parts = [...(shape.anyOf ?? []), ...(shape.oneOf ?? []), ...(shape.allOf ?? [])];
  const item = shapeSchema.safeParse(items);
  return [
    ...own,
    ...parts.flatMap((part) => textsIn(part, name)),
    ...Object.entries(properties).flatMap(([field, inner]) => textsIn(inner, `${name}.${field}`)),
    ...(item.success ? textsIn(item.data, `${name}[]`) : []),
  ];
}

function canHoldWords(shape: Shape): boolean {
  if (shape.enum !== undefined || shape.const !== undefined || shape.format !== undefined)
    return false;
  return typeof shape.pattern !== "string" || new RegExp(shape.pattern, "u").test("zzcanary");
}

const procedureSchema = z.object({
  type: z.string(),
  inputs: z.array(z.instanceof(z.core.$ZodType)).default([]),
});

/** Every text input of the procedures, as `procedure.field`, and those of them that only read. */
export function textsOfProcedures(
  procedures: object,
): Readonly<{ all: readonly string[]; read: readonly string[] }> {
  const found = Object.entries(procedures).flatMap(([name, procedure]: [string, unknown]) => {
    const { inputs, type } = procedureSchema.parse(Reflect.get(Object(procedure), "_def"));
    return inputs
      .flatMap((input) => {
        const shape = z.toJSONSchema(input, { io: "input", unrepresentable: "any" });
        return textsIn(shapeSchema.parse(shape), name);
      })
      .map((field) => ({ field, type }));
  });
  const unique = (texts: typeof found) => [...new Set(texts.map(({ field }) => field))].toSorted();
  return { all: unique(found), read: unique(found.filter(({ type }) => type === "query")) };
}

/**
 * All typed text: a canary for each field, and the text that it was typed with.
 *
 * @param fields which `fill` types, as `procedure.field`
 */
export function createPlanter(fields: readonly string[]) {
  const planted = new Map<string, string>();
  let email: string | null = null;
  const keep = (field: string, word: string) => {
    planted.set(field, word);
    return word;
  };
  const word = (field: string) => keep(field, `zzcanary${String(planted.size).padStart(3, "0")}x`);
  /** Numbers have no letters; the last seven figures are found however it is written. */
  const cell = (field: string) => `082${keep(field, `999${String(1000 + planted.size)}`)}`;
  /** One email for all fields, which is the person's. */
  const emailIn = (field: string) => {
    if (email === null) email = `${word(field)}@people.test`;
    else keep(field, "zzcanary");
    return email;
  };
  const textIn = (field: string) => {
    if (/email$/iu.test(field)) return emailIn(field);
    return /(?:cell|cellNumber|altNumber)$/iu.test(field) ? cell(field) : word(field);
  };
  return {
    planted,
    word,
    cell,
    /** A text for each field of a procedure, or of a part of its input (`orders.save.buyer`). */
    fill: (of: string): Record<string, string> =>
      Object.fromEntries(
        fields.flatMap((field) => {
          const name = field.startsWith(`${of}.`) ? field.slice(of.length + 1) : "";
          return /^\w+$/.test(name) ? [[name, textIn(field)]] : [];
        }),
      ),
  };
}
export type Planter = ReturnType<typeof createPlanter>;
