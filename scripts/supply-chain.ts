import { findWeaknesses, readSupplyChain } from "./package-weaknesses.ts";
import { root } from "./run-program.ts";
import { runScript } from "./run-script.ts";

/** Checks that all packages of this checkout, or of the named folder, are pinned and have no known vulnerability. */
await runScript(async () => {
  const [folder = root] = process.argv.slice(2);
  const weaknesses = findWeaknesses(await readSupplyChain(folder));
  for (const sentence of weaknesses) console.log(sentence);
  return weaknesses.length === 0 ? 0 : 1;
});
