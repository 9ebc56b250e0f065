import { z } from "zod";
import { appRouter } from "../app-router.ts";

const definitionSchema = z.object({
  type: z.enum(["query", "mutation", "subscription"]),
  inputs: z.array(z.instanceof(z.core.$ZodType)),
});

type ProcedureInput = Readonly<{
  path: string;
  type: "query" | "mutation";
  schema: z.core.$ZodType;
}>;

/** What each procedure parses its input with; a subscription has a connection of its own. */
export const procedureInputs: readonly ProcedureInput[] = Object.entries(
  appRouter._def.procedures,
).flatMap(([path, procedure]) => {
  const { type, inputs } = definitionSchema.parse(Reflect.get(procedure, "_def"));
  return type === "subscription" ? [] : inputs.map((schema) => ({ path, type, schema }));
});
