import { writeFile } from "node:fs/promises";
import path from "node:path";
import { parseArgs } from "node:util";
import { z } from "zod";
import { type CapacityPlan, measureCapacity } from "../bench/capacity.ts";
import { readEnvWithFile } from "../server/src/env.ts";
import { openDatabaseServer } from "../server/src/platform/db/database-server.ts";
import { root } from "./run-program.ts";
import { parseCommandLine, runScript } from "./run-script.ts";

/** With fewer than 6,000 members the generated network would lack a level. */
const planSchema = z.strictObject({
  ordersPerDay: z.coerce.number().int().min(1).max(100_000),
  members: z.coerce.number().int().min(6000).max(1_000_000),
  years: z.coerce.number().positive().max(20),
});

/** `npm run capacity`: prints what a shop of that size costs; `--keep` also writes it to docs/capacity.md. */
await runScript(async ({ onEnd }) => {
  const { plan, isKept } = parseCommandLine(
    "npm run capacity -- --orders-per-day N --members M --years Y [--keep]",
    readArguments,
  );
  const server = await openDatabaseServer(readEnvWithFile(root), {
    name: "npm run capacity",
    isExclusive: false,
  });
  onEnd(server.close);
  const page = await measureCapacity(server.ownerUrl, plan, {
    measuredAt: new Date().toISOString(),
    note: (sentence) => console.error(sentence),
  });
  console.log(page);
  if (isKept) await writeFile(path.join(root, "docs", "capacity.md"), page);
  return 0;
});

function readArguments(): { plan: CapacityPlan; isKept: boolean } {
  const { values } = parseArgs({
    options: {
      "orders-per-day": { type: "string", default: "1000" },
      members: { type: "string", default: "20000" },
      years: { type: "string", default: "3" },
      keep: { type: "boolean", default: false },
    },
  });
  const { members, years, keep } = values;
  const plan = planSchema.safeParse({ ordersPerDay: values["orders-per-day"], members, years });
  if (!plan.success) throw new Error(z.prettifyError(plan.error));
  return { plan: plan.data, isKept: keep };
}
