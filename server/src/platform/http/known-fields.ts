import { decidedByServer, olderNames } from "@portal/shared/platform/older-fields.ts";
import { unknownFields, unknownFieldWords } from "@portal/shared/platform/unknown-fields.ts";
import { procedureInputs } from "@portal/shared/procedure-inputs.ts";
import { z } from "zod";

const inputs = new Map<string, z.ZodType>(Object.entries(procedureInputs));
const decided = new Map<string, readonly string[]>(Object.entries(decidedByServer));
const nothing = z.object({});

export function takesInput(path: string): boolean {
  return inputs.has(path);
}

/**
 * What a procedure is asked with, older names as today's.
 *
 * @throws ZodError naming what the procedure does not know: a misspelt field is never dropped
 */
export function knownInput(path: string, given: unknown, isChange: boolean): unknown {
  const ignored = new Set(decided.get(path) ?? []);
  // Any change may be repeated under an id, also one that needs none.
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
  const renamed = withTodaysNames(schema, given, { strange, ignored });
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

/** @param strange the names in it that the schema does not know */
function withTodaysNames(
  schema: z.core.$ZodType,
  given: unknown,
  { strange, ignored }: Readonly<{ strange: readonly string[]; ignored: ReadonlySet<string> }>,
): unknown {
  if (typeof given !== "object" || given === null || Array.isArray(given)) return given;
  const pairs = Object.entries(given).map(([name, value]: [string, unknown]) => {
    const today = olderNames[name];
    if (today === undefined || today in given || !strange.includes(name)) return [name, value];
    const isKnown = !unknownFields(schema, { ...given, [today]: value }, ignored).includes(today);
    return isKnown ? [today, idOf(value)] : [name, value];
  });
  return Object.fromEntries(pairs);
}

/** Older programs send a person as they read them. */
function idOf(value: unknown): unknown {
  return typeof value === "object" && value !== null && "id" in value ? value.id : value;
}
