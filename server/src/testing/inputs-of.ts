import { z } from "zod";

/** Candidates for text fields; the first valid one is used. */
const texts = [
  "Some words",
  "some.body@shop.test",
  "082 123 4567",
  "2026-01-05",
  "2026-01-05T10:00:00.000Z",
  "2026-01",
  "3f1f6a52-6f2d-4d25-9a86-0f6d3b6f2c11",
  "Unlike-9876!",
  "home.lead",
  "CODE",
  "8001",
  "SW1A 1AA",
  "0".repeat(64),
  "0".repeat(43),
  "https://shop.example.com/",
  "10:00",
  "#336699",
  "{{code}}",
  "",
  "1",
  "123456",
  "0000-0000-0000-0000",
];

const nodeSchema = z.looseObject({
  type: z.union([z.string(), z.array(z.string())]).optional(),
  const: z.unknown().optional(),
  enum: z.array(z.unknown()).optional(),
  default: z.unknown().optional(),
  anyOf: z.array(z.unknown()).optional(),
  oneOf: z.array(z.unknown()).optional(),
  allOf: z.array(z.unknown()).optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  items: z.unknown().optional(),
  prefixItems: z.array(z.unknown()).optional(),
  additionalProperties: z.unknown().optional(),
  propertyNames: z.unknown().optional(),
  minItems: z.number().optional(),
  pattern: z.string().optional(),
  minLength: z.number().optional(),
  maxLength: z.number().optional(),
  minimum: z.number().optional(),
  exclusiveMinimum: z.number().optional(),
  maximum: z.number().optional(),
});
type Node = z.infer<typeof nodeSchema>;

/** Field names and array indexes, outermost first. */
export type Path = readonly string[];

/**
 * Sample inputs derived from a schema, one for each of its branches, with all optional fields, so that new fields are
 * covered automatically. The first is valid if any is.
 */
export function inputsOf(schema: z.core.$ZodType): unknown[] {
  const described = z.toJSONSchema(schema, {
    io: "input",
    unrepresentable: "any",
    reused: "inline",
  });
  const inputs = samplesOf(described).map((sample) => repaired(schema, sample));
  const isValid = (input: unknown) => Number(z.safeParse(schema, input).success);
  return inputs.toSorted((one, other) => isValid(other) - isValid(one));
}

/** The path of every value inside, outermost first, including empty arrays and objects. */
export function pathsIn(input: unknown): Path[] {
  if (typeof input !== "object" || input === null) return [[]];
  const inner = Object.entries(input).flatMap(([name, value]) =>
    pathsIn(value).map((path) => [name, ...path]),
  );
  return [[], ...inner];
}

/** A copy of the input with another value at a path. */
export function withAt(input: unknown, [name, ...rest]: Path, value: unknown): unknown {
  if (name === undefined) return value;
  if (Array.isArray(input))
    return input.map((item: unknown, nth) =>
      String(nth) === name ? withAt(item, rest, value) : item,
    );
  if (typeof input !== "object" || input === null) return input;
  const own: unknown = Reflect.get(input, name);
  return { ...input, [name]: withAt(own, rest, value) };
}

/** Satisfies rules that JSON Schema does not show (refinements) by trying the candidate texts. */
function repaired(schema: z.core.$ZodType, sample: unknown): unknown {
  let best = sample;
  for (const path of invalidPaths(schema, sample)) {
    const tries = texts.map((text) => withAt(best, path, text));
    const count = (input: unknown) => invalidPaths(schema, input).length;
    const better = tries.find((tried) => count(tried) < count(best));
    best = better ?? best;
  }
  return best;
}

function invalidPaths(schema: z.core.$ZodType, input: unknown): Path[] {
  const { error } = z.safeParse(schema, input);
  return error?.issues.map(({ path }) => path.map(String)) ?? [];
}

function samplesOf(given: unknown): unknown[] {
  const node = nodeSchema.parse(given);
  if (node.const !== undefined) return [node.const];
  if (node.enum) return node.enum.slice(0, 1);
  const ways = node.anyOf ?? node.oneOf;
  if (ways) return ways.flatMap(samplesOf);
  if (node.allOf && node.type === undefined) return mergedSamples(node.allOf);
  if (Array.isArray(node.type)) return node.type.flatMap((type) => samplesOf({ ...node, type }));
  switch (node.type) {
    case "object":
      return objectsOf(node);
    case "array":
      return [arrayOf(node)];
    case "string":
      return [textOf(node)];
    case "integer":
    case "number":
      return [numberOf(node)];
    case "boolean":
      return [true];
    case "null":
      return [null];
    default:
      return ["Some words"];
  }
}

function objectsOf({ properties = {}, additionalProperties, propertyNames }: Node): unknown[] {
  let objects: object[] = [{}];
  for (const [name, property] of Object.entries(properties)) {
    const [first, ...others] = samplesOf(property);
    const usual = objects.map((object) => ({ ...object, [name]: first }));
    // One more object for each alternative of a field, not the product of all alternatives.
    const more = others.map((other) => ({ ...usual[0], [name]: other }));
    objects = [...usual, ...more];
  }
  if (typeof additionalProperties !== "object" || additionalProperties === null) return objects;
  const [name = "CODE"] = propertyNames === undefined ? [] : samplesOf(propertyNames);
  const [value] = samplesOf(additionalProperties);
  return objects.map((object) => ({ ...object, [String(name)]: value }));
}

function mergedSamples(parts: readonly unknown[]): unknown[] {
  const [first] = parts.map((part) => samplesOf(part)[0]);
  if (typeof first !== "object") return [first];
  return [Object.assign({}, ...parts.map((part) => samplesOf(part)[0]))];
}

function arrayOf({ items, prefixItems, minItems = 1 }: Node): unknown[] {
  if (prefixItems) return prefixItems.map((item) => samplesOf(item)[0]);
  const [sample] = samplesOf(items ?? {});
  return Array.from({ length: Math.max(1, minItems) }, () => sample);
}

function textOf(node: Node): string {
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY } = node;
  const rules = [node, ...(node.allOf ?? []).map((rule) => nodeSchema.parse(rule))].flatMap(
    ({ pattern }) => (pattern === undefined ? [] : [new RegExp(pattern, "u")]),
  );
  const fitting = texts.find(
    (text) =>
      text.length >= minLength &&
      text.length <= maxLength &&
      rules.every((rule) => rule.test(text)),
  );
  return fitting ?? "x".repeat(Math.max(1, Math.min(minLength, 1000)));
}

function numberOf({ minimum, exclusiveMinimum, maximum = 1 }: Node): number {
  const least = minimum ?? (exclusiveMinimum === undefined ? 1 : exclusiveMinimum + 1);
  // Without bounds of its own, an integer has those of a safe integer.
  return least < -1e9 ? Math.min(1, maximum) : Math.max(least, Math.min(1, maximum));
}
