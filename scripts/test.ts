import { startTestServer } from "../server/src/testing/test-server.ts";
import { StartError } from "../server/src/platform/start-error.ts";
import { checkAll } from "./checks.ts";
import { runScript } from "./run-script.ts";
import { runSuite, suites } from "./suites.ts";
import { buildWebClient } from "./web-client.ts";

const serverInWords = {
  given: "the PostgreSQL of TEST_DATABASE_URL",
  container: "a PostgreSQL in a container",
  embedded: "the embedded PostgreSQL",
} as const;

/**
 * Everything, or the named parts: `npm test -- check shared server`. The suites get one PostgreSQL between them and
 * run one after the other, because each of them uses all processors already.
 */
await runScript(async ({ onEnd, stopped }) => {
  const wanted = wantedParts(process.argv.slice(2));
  const failures: string[] = [];
  const total = { passed: 0, failed: 0 };

  if (wanted.has("check") && !(await checkAll())) failures.push("check");

  const chosen = suites.filter(({ name }) => wanted.has(name));
  if (chosen.some(({ needs }) => needs.includes("database"))) {
    const server = await startTestServer();
    onEnd(server.stop);
    process.env["TEST_DATABASE_URL"] = server.url;
    console.log(`\nThe suites use ${serverInWords[server.kind]}.`);
  }
  if (chosen.some(({ needs }) => needs.includes("client"))) await buildWebClient();

  for (const suite of chosen) {
    console.log(`\n── ${suite.name}`);
    const result = await runSuite(suite, stopped);
    total.passed += result.passed;
    total.failed += result.failed;
    if (!result.isFine) failures.push(suite.name);
  }

  console.log(failures.length > 0 ? `\nFailed: ${failures.join(", ")}.` : "\nEverything is fine.");
  console.log(`Tests: ${total.passed} passed, ${total.failed} failed`);
  return failures.length === 0 ? 0 : 1;
});

function wantedParts(given: readonly string[]): ReadonlySet<string> {
  const known = ["check", ...suites.map(({ name }) => name)];
  const unknown = given.find((name) => !known.includes(name));
  if (unknown !== undefined) {
    throw new StartError(
      `There is no part ${unknown} of the tests; there are ${known.join(", ")}.`,
      {
        exitCode: 2,
      },
    );
  }
  return new Set(given.length > 0 ? given : known);
}
