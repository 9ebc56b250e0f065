import { findWeaknesses, readSupplyChain } from "./package-weaknesses.ts";
import { root } from "./run-program.ts";
import { runScript } from "./run-script.ts";

/** Of this checkout or the named one: all that would be installed is pinned, and nothing of it is known to be weak. */
await runScript(async () => {
  const [folder = root] = process.argv.slice(2);
  const weaknesses = findWeaknesses(await readSupplyChain(folder));
  for (const sentence of weaknesses) console.log(sentence);
  return weaknesses.length === 0 ? 0 : 1;
});
