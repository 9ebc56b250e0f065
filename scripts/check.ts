import { checkAll } from "./checks.ts";
import { runScript } from "./run-script.ts";

await runScript(async () => ((await checkAll()) ? 0 : 1));
