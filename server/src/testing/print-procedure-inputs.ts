import { z } from "zod";
import { procedureInputs } from "./procedure-inputs.ts";

/** Prints each procedure's input as a JSON Schema, for tests that stub the server. */
const schemas = procedureInputs.map(
  ({ path, schema }) =>
    [path, z.toJSONSchema(schema, { io: "input", unrepresentable: "any" })] as const,
);
/** `z.fromJSONSchema` reads patterns without the flag `u`, so that those of classes like `\\P{Cc}` mean something else. */
const withoutClasses = (key: string, value: unknown): unknown =>
  key === "pattern" && typeof value === "string" && /\\p\{/i.test(value) ? undefined : value;

process.stdout.write(JSON.stringify(Object.fromEntries(schemas), withoutClasses));
