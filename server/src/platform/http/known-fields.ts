import { decidedByServer, olderNames } from "@portal/shared/platform/older-fields.ts";
import { unknownFields, unknownFieldWords } from "@portal/shared/platform/unknown-fields.ts";
import { procedureInputs } from "@portal/shared/procedure-inputs.ts";
import { z } from "zod";

const inputs = new Map<string, z.core.$ZodType>(Object.entries(procedureInputs));
const decided = new Map<string, readonly string[]>(Object.entries(decidedByServer));
const nothing = z.object({});

export function takesInput(path: string): boolean {
  return inputs.has(path);
}

/**
 * The input of a procedure, with older field names renamed.
 *
 * @throws ZodError naming an unknown field: a misspelt field is never dropped
 */
export function knownInput(path: string, given: unknown, isChange: boolean): unknown {
  const ignored = new Set(decided.get(path) ?? []);
  // Every mutation accepts a command id, also one that needs none.
  if (isChange) ignored.add("commandId");
  return knownFields(inputs.get(path) ?? nothing, given, ignored);
}

/** The same for any schema. @throws ZodError */
export function knownFields(
  schema: z.core.$ZodType,
  given: unknown,
  ignored: ReadonlySet<string> = new Set(),
): unknown {
  const strange = unknownFields(schema, given, ignored);
  if (strange.length === 0) return given;
  const renamed = withCurrentNames(schema, given, { strange, ignored });
  const unknown = unknownFields(schema, renamed, ignored);
  if (unknown.length === 0) return renamed;
  throw new z.ZodRealError(
    unknown.map((field) => ({
      code: "custom",
      path: field.split("."),
      message: unknownFieldWords(field),
      input: undefined,
    })),
  );
}

/** @param strange the fields of the input that the schema does not know */
function withCurrentNames(
  schema: z.core.$ZodType,
  given: unknown,
  { strange, ignored }: Readonly<{ strange: readonly string[]; ignored: ReadonlySet<string> }>,
): unknown {
  if (typeof given !== "object" || given === null || Array.isArray(given)) return given;
  const pairs = Object.entries(given).map(([name, value]: [string, unknown]) => {
    const current = olderNames[name];
    if (current === undefined || current in given || !strange.includes(name)) return [name, value];
    const isKnown = !unknownFields(schema, { ...given, [current]: value }, ignored).includes(
      current,
    );
    return isKnown ? [current, idOf(value)] : [name, value];
  });
  return Object.fromEntries(pairs);
}

/** Older programs send back the whole object that they read for a person. */
function idOf(value: unknown): unknown {
  return typeof value === "object" && value !== null && "id" in value ? value.id : value;
}
