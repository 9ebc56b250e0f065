import { decidedByServer, olderNames } from "@portal/shared/platform/older-fields.ts";

const decided = new Map<string, readonly string[]>(Object.entries(decidedByServer));
const older = new Map<string, Readonly<Record<string, string>>>(Object.entries(olderNames));

/** The input of a procedure without the fields that the server decides, and with older names of fields renamed. */
export function currentInput(path: string, given: unknown): unknown {
  const left = withoutFields(given, decided.get(path) ?? []);
  return withCurrentNames(left, older.get(path) ?? {});
}

/** Deeper than any input; the schema refuses what lies below, however deep that is. */
const depthMax = 8;

/** Without these fields, wherever they are. */
function withoutFields(given: unknown, names: readonly string[], depth = depthMax): unknown {
  if (names.length === 0 || depth === 0 || typeof given !== "object" || given === null)
    return given;
  const within = (value: unknown) => withoutFields(value, names, depth - 1);
  if (Array.isArray(given)) return given.map(within);
  const kept = Object.entries(given).filter(([name]) => !names.includes(name));
  return Object.fromEntries(kept.map(([name, value]) => [name, within(value)]));
}

/** A field whose present name was sent as well keeps its older one, and so is refused. */
export function withCurrentNames(given: unknown, names: Readonly<Record<string, string>>): unknown {
  if (typeof given !== "object" || given === null || Array.isArray(given)) return given;
  const pairs = Object.entries(given).map(([name, value]: [string, unknown]) => {
    const current = Object.hasOwn(names, name) ? names[name] : undefined;
    return current === undefined || current in given ? [name, value] : [current, idOf(value)];
  });
  return Object.fromEntries(pairs);
}

/** Older programs send back the whole object that they read for a person. */
function idOf(value: unknown): unknown {
  return typeof value === "object" && value !== null && "id" in value ? value.id : value;
}
