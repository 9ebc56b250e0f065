import { type Env, readEnvWithFile } from "../server/src/env.ts";
import { type RunningServer, startServer } from "../server/src/main.ts";
import { demoPassword, listDemoAccounts } from "../server/src/edges/demo/demo-people.ts";
import { checkPort, fillDatabase, openPortalDatabase } from "./open-portal-database.ts";
import { root } from "./run-program.ts";
import { type Script, runScript } from "./run-script.ts";
import { buildWebClient } from "./web-client.ts";

await runScript(
  async ({ onEnd, stopped }: Script) => {
    const env = readEnvWithFile(root);
    const database = await openPortalDatabase(env, "npm start", onEnd);
    await checkPort(env.host, env.port, "npm start");
    await Promise.all([fillDatabase(env, database), buildWebClient()]);

    const starting = startServer(env, {
      url: database.runtimeUrl,
      ...(database.readUrl !== null && { readUrl: database.readUrl }),
    });
    onEnd(async () => (await starting.catch(() => null))?.close());
    const server = await starting;
    greet(env, server, database.kind);
    await new Promise((resolve) => stopped.addEventListener("abort", resolve));
    return 0;
  },
  { isServer: true },
);

function greet(
  env: Env,
  { url, officeUrl }: Pick<RunningServer, "url" | "officeUrl">,
  kind: "own" | "embedded",
): void {
  const lines = [
    "",
    `  Shop and portal   ${url}`,
    `  Office            ${officeUrl}`,
    `  Database          ${kind === "embedded" ? `embedded, in ${env.dataDir}` : "your own (DATABASE_URL)"}`,
    "",
  ];
  if (env.seed === "demo") {
    lines.push(`  Demo accounts (password ${demoPassword})`);
    for (const { email, role, level, code } of listDemoAccounts()) {
      const rank = role === "distributor" && level ? `, level ${level}` : "";
      lines.push(
        `    ${email.padEnd(26)}${role}${rank}${code ? `, shop link ${url}/via/${code}` : ""}`,
      );
    }
    lines.push("");
  }
  lines.push("  Press Ctrl-C to stop everything, including the database.", "");
  console.log(lines.join("\n"));
}
