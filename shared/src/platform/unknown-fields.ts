import { z } from "zod/mini";

/**
 * The fields of an input that its schema does not know, as paths ("sections.0.adressId"), so that a misspelt field is
 * refused instead of silently dropped.
 *
 * @param ignored names that are allowed anywhere: fields that the server decides, which older API clients send back
 */
export function unknownFields(
  schema: z.core.$ZodType,
  input: unknown,
  ignored: ReadonlySet<string> = new Set(),
): string[] {
  const found = walk(schema, input, ignored);
  return found.map((path) => path.join("."));
}

type Path = readonly (string | number)[];
type Def = z.core.$ZodTypes["_zod"]["def"];

/** Zod's own description of a schema; `walk` lists the kinds that contain other schemas. */
function defOf(schema: z.core.$ZodType): Def {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion, eslint/no-underscore-dangle -- every schema is one of zod's own kinds
  return (schema as z.core.$ZodTypes)._zod.def;
}

function walk(schema: z.core.$ZodType, input: unknown, ignored: ReadonlySet<string>): Path[] {
  if (typeof input !== "object" || input === null) return [];
  const def = defOf(schema);
  switch (def.type) {
    case "optional":
    case "nullable":
    case "default":
    case "prefault":
    case "nonoptional":
    case "readonly":
    case "catch":
      return walk(def.innerType, input, ignored);
    case "pipe":
      return walk(def.in, input, ignored);
    case "array":
      return Array.isArray(input)
        ? input.flatMap((item, at) => under(at, walk(def.element, item, ignored)))
        : [];
    case "record":
      return Object.entries(input).flatMap(([name, value]) =>
        under(name, walk(def.valueType, value, ignored)),
      );
    case "union":
      return ofUnion(def, input, ignored);
    case "intersection":
      return ofBoth(walk(def.left, input, ignored), walk(def.right, input, ignored));
    case "object":
      return Array.isArray(input) ? [] : ofObject(def, input, ignored);
    default:
      return [];
  }
}

function ofObject(
  { shape, catchall }: z.core.$ZodObjectDef,
  input: object,
  ignored: ReadonlySet<string>,
): Path[] {
  const takesAny = catchall !== undefined && defOf(catchall).type !== "never";
  return Object.entries(input).flatMap(([name, value]) => {
    const known = Object.hasOwn(shape, name) ? shape[name] : undefined;
    if (known) return under(name, walk(known, value, ignored));
    return takesAny || ignored.has(name) || value === undefined ? [] : [[name]];
  });
}

/** The unknown fields for the best-fitting option: the one with the input's discriminator, or with the fewest unknown fields. */
function ofUnion(
  def: z.core.$ZodUnionDef & Readonly<{ discriminator?: string }>,
  input: object,
  ignored: ReadonlySet<string>,
): Path[] {
  const { discriminator } = def;
  const value = discriminator === undefined ? undefined : Reflect.get(input, discriminator);
  const fitting = def.options.filter((option) => {
    const optionDef = defOf(option);
    if (!canBe(option, input)) return false;
    if (discriminator === undefined || optionDef.type !== "object") return true;
    const literal = optionDef.shape[discriminator];
    return literal !== undefined && z.core.safeParse(literal, value).success;
  });
  const [least = []] = (fitting.length > 0 ? fitting : def.options)
    .map((option) => walk(option, input, ignored))
    .toSorted((one, other) => one.length - other.length);
  return least;
}

const scalars: ReadonlySet<string> = new Set([
  "string",
  "number",
  "boolean",
  "bigint",
  "date",
  "enum",
  "literal",
  "template_literal",
  "null",
  "undefined",
  "void",
  "never",
  "nan",
  "symbol",
]);

/** Whether the schema can match an object or array at all; otherwise it has no fields to refuse. */
function canBe(schema: z.core.$ZodType, input: object): boolean {
  const def = defOf(schema);
  if (def.type === "pipe") return canBe(def.in, input);
  if (scalars.has(def.type)) return false;
  if (def.type === "array") return Array.isArray(input);
  return def.type !== "object" || !Array.isArray(input);
}

/** In an intersection, a field is unknown only if both sides do not know it. */
function ofBoth(one: readonly Path[], other: readonly Path[]): Path[] {
  const others = new Set(other.map((path) => path.join(".")));
  return one.filter((path) => others.has(path.join(".")));
}

function under(name: string | number, paths: readonly Path[]): Path[] {
  return paths.map((path) => [name, ...path]);
}

export function unknownFieldWords(path: string): string {
  return `We do not know the field “${path.slice(0, 80)}”. Check its name.`;
}
