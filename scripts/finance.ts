import path from "node:path";
import { createProcessWorld } from "../server/src/edges/finance/cli/process-world.ts";
import { runFinance } from "../server/src/edges/finance/cli/run-finance.ts";

const world = createProcessWorld(path.dirname(import.meta.dirname));
process.exitCode = await runFinance(process.argv.slice(2), world);
