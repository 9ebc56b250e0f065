import { procedureInputs } from "@portal/shared/procedure-inputs.ts";
import { expect, test } from "vitest";
import { z } from "zod";
import { appRouter } from "../../app-router.ts";

const definitionSchema = z.object({
  type: z.enum(["query", "mutation", "subscription"]),
  inputs: z.array(z.instanceof(z.core.$ZodType)),
});

/** What the procedures parse with; a subscription has no fake in the client's tests. */
const inputs = Object.entries(appRouter._def.procedures).flatMap(([path, procedure]) => {
  const definition = definitionSchema.parse(Reflect.get(procedure, "_def"));
  if (definition.type === "subscription") return [];
  return definition.inputs.map((schema) => [path, schema] as const);
});

test("the table of inputs has exactly the schemas that the procedures parse with", () => {
  const named = new Map<string, unknown>(Object.entries(procedureInputs));
  expect([...named.keys()].toSorted()).toEqual(inputs.map(([path]) => path).toSorted());
  const others = inputs.filter(([path, schema]) => named.get(path) !== schema);
  expect(others.map(([path]) => path)).toEqual([]);
});
