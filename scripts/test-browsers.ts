import { spawn } from "node:child_process";
import path from "node:path";
import { missingPackages } from "../web/e2e/webkit/webkit-browser.ts";
import { environmentWith, root } from "./run-program.ts";
import { runScript } from "./run-script.ts";

/** `npm run test:browsers`: the journeys in WebKit, the engine of Safari. Exit code 0 if they pass or WebKit is missing. */
await runScript(async ({ stopped }) => {
  const missing = missingPackages();
  if (missing.length > 0) {
    console.log(
      `Skipped: ${missing.join(", ")} are missing. On Debian 12: apt-get install -y --no-install-recommends webkit2gtk-driver xvfb`,
    );
    return 0;
  }
  return new Promise<number>((resolve, reject) => {
    const child = spawn("vitest", ["run"], {
      cwd: path.join(root, "web/e2e/webkit"),
      env: environmentWith({}),
      stdio: ["ignore", "inherit", "inherit"],
      shell: process.platform === "win32",
    });
    stopped.addEventListener("abort", () => child.kill("SIGTERM"), { once: true });
    child.on("error", reject);
    child.on("close", (code) => resolve(code ?? 1));
  });
});
