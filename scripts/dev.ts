import { type ChildProcess, spawn } from "node:child_process";
import path from "node:path";
import { readEnvWithFile } from "../server/src/env.ts";
import { StartError } from "../server/src/platform/start-error.ts";
import { checkPort, fillDatabase, openPortalDatabase } from "./open-portal-database.ts";
import { endProcess, environmentWith, root } from "./run-program.ts";
import { runScript } from "./run-script.ts";

const clientPort = 5173;

/** The server restarts when its code changes, and Vite updates the client in the open page. */
await runScript(
  async ({ onEnd, stopped }) => {
    const env = readEnvWithFile(root);
    if (env.isProduction) {
      throw new StartError(
        "npm run dev shows its source code. With NODE_ENV=production, use npm start.",
        {
          exitCode: 2,
        },
      );
    }
    const database = await openPortalDatabase(env, "npm run dev", onEnd);
    await checkPort(env.host, env.port, "npm run dev");
    await checkPort("localhost", clientPort, "npm run dev");
    await fillDatabase(env, database);

    const server = run(process.execPath, ["--watch", "scripts/serve.ts"], root, {
      DATABASE_URL: database.runtimeUrl,
      PUBLIC_URL: env.publicUrl,
      SEED: "none",
    });
    const client = run(
      "vite",
      ["--port", String(clientPort), "--strictPort"],
      path.join(root, "web"),
    );
    for (const child of [server, client]) onEnd(() => endProcess(child, "SIGTERM"));
    console.log(`\n  Shop and portal with live reload: http://localhost:${clientPort}\n`);

    await Promise.race([
      new Promise((resolve) => stopped.addEventListener("abort", resolve)),
      ...[server, client].map(failure),
    ]);
    return 0;
  },
  { isServer: true },
);

function run(
  program: string,
  programArguments: readonly string[],
  folder: string,
  environment: NodeJS.ProcessEnv = {},
): ChildProcess {
  return spawn(program, programArguments, {
    cwd: folder,
    env: environmentWith(environment),
    stdio: ["ignore", "inherit", "inherit"],
    shell: process.platform === "win32",
  });
}

function failure(child: ChildProcess): Promise<never> {
  return new Promise((_, reject) => {
    child.on("exit", (code) => {
      if (code !== null && code !== 0) {
        reject(new StartError(`${child.spawnargs.join(" ")} ended with ${code}.`));
      }
    });
  });
}
