import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const program = `
  const { collectStartGarbage } = await import(process.argv[1]);
  collectStartGarbage(0);
  setTimeout(() => console.log("goes on"), 300);
`;

// shows T94
test("what a start left behind is collected, and the process goes on", async () => {
  const file = new URL("start-garbage.ts", import.meta.url).href;
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ["--input-type=module", "--eval", program, file],
    { timeout: 15_000, killSignal: "SIGKILL" },
  );
  expect(stdout).toBe("goes on\n");
});
