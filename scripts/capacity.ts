import { writeFile } from "node:fs/promises";
import path from "node:path";
import { parseArgs } from "node:util";
import { z } from "zod";
import { type CapacityPlan, measureCapacity } from "../bench/capacity.ts";
import { readEnvWithFile } from "../server/src/env.ts";
import { openDatabaseServer } from "../server/src/platform/db/database-server.ts";
import { StartError } from "../server/src/platform/start-error.ts";
import { root } from "./run-program.ts";
import { runScript } from "./run-script.ts";

/** Below 6,000 members the made-up network would have no second level. */
const planSchema = z.strictObject({
  ordersPerDay: z.coerce.number().int().min(1).max(100_000),
  members: z.coerce.number().int().min(6000).max(1_000_000),
  years: z.coerce.number().positive().max(20),
});

/** `npm run capacity`: prints what a shop of that size costs; `--keep` writes it to docs/capacity.md too. */
await runScript(async ({ onEnd }) => {
  const { plan, isKept } = readArguments();
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
  try {
    const { values } = parseArgs({
      options: {
        "orders-per-day": { type: "string", default: "1000" },
        members: { type: "string", default: "20000" },
        years: { type: "string", default: "3" },
        keep: { type: "boolean", default: false },
      },
    });
    const { members, years, keep } = values;
    const plan = planSchema.parse({ ordersPerDay: values["orders-per-day"], members, years });
    return { plan, isKept: keep };
  } catch (cause) {
    const reason = cause instanceof z.ZodError ? z.prettifyError(cause) : String(cause);
    throw new StartError(
      `npm run capacity -- --orders-per-day N --members M --years Y [--keep]: ${reason}`,
      { exitCode: 2, cause },
    );
  }
}
