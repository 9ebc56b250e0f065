import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { parseArgs } from "node:util";
import { runBench, scenarioNames, scenariosOnRequest } from "../bench/bench.ts";
import { reportText } from "../bench/report.ts";
import { openDatabaseServer } from "../server/src/platform/db/database-server.ts";
import { readEnvWithFile } from "../server/src/env.ts";
import { StartError } from "../server/src/platform/start-error.ts";
import { root } from "./run-program.ts";
import { parseCommandLine, runScript } from "./run-script.ts";

/** `npm run bench`: exit code 0 if no measurement misses its minimum, else 1. */
await runScript(async ({ onEnd }) => {
  const {
    quick: isQuick,
    only,
    peers,
  } = parseCommandLine(
    "npm run bench [-- --quick] [--only NAME]... [--peers]",
    () =>
      parseArgs({
        options: {
          quick: { type: "boolean", default: false },
          only: { type: "string", multiple: true, default: [] },
          // Packages that nothing else needs are installed for it.
          peers: { type: "boolean", default: false },
        },
      }).values,
  );
  const unknown = only.find((name) => !scenarioNames.includes(name));
  if (unknown !== undefined)
    throw new StartError(
      `There is no scenario ${unknown}. Choose one: ${scenarioNames.join(", ")}.`,
      { exitCode: 2 },
    );
  const names =
    only.length === 0 ? scenarioNames.filter((name) => !scenariosOnRequest.includes(name)) : only;
  const server = await openDatabaseServer(readEnvWithFile(root), {
    name: "npm run bench",
    isExclusive: false,
  });
  onEnd(server.close);
  const results = await runBench({
    serverUrl: server.ownerUrl,
    isQuick,
    names: peers ? [...new Set([...names, "peers"])] : names,
    measuredAt: new Date().toISOString(),
    note: (sentence) => console.error(sentence),
  });
  const text = reportText(results);
  console.log(text);

  // Results of a quick or partial run are not kept.
  const isKept = !isQuick && only.length === 0;
  const folder = path.join(root, "bench", isKept ? "" : "scratch");
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, "results.json"), `${JSON.stringify(results, null, 2)}\n`);
  if (isKept) await writeFile(path.join(root, "docs", "bench.md"), text);
  const judged = [...results.contests, ...results.waits];
  return judged.some(({ verdict }) => verdict === "missed") ? 1 : 0;
});
