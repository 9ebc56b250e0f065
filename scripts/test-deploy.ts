import { missingEngine, runContainers } from "../deploy/test/containers.ts";
import { runScript } from "./run-script.ts";

/** `npm run test:deploy`: exit code 0 if the containers pass or there is no container engine, else 1. */
await runScript(async ({ onEnd }) => {
  const missing = await missingEngine();
  if (missing !== null) {
    console.log(`Skipped: ${missing}.`);
    return 0;
  }
  const problems = await runContainers({ note: (sentence) => console.log(sentence), onEnd });
  for (const problem of problems) console.error(problem);
  return problems.length === 0 ? 0 : 1;
});
