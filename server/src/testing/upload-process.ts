import { spawn } from "node:child_process";
import path from "node:path";
import { expect } from "vitest";
import { z } from "zod";
import { compileCache } from "./compile-cache.ts";

const admin = { email: "admin@shop.test", password: "Long-enough-1234!" };

export type UploadProcess = Readonly<{
  url: string;
  authorization: string;
  /** SIGTERM; resolves once the process has ended. */
  stop: () => Promise<void>;
}>;

/** The web server in a process of its own, ready and with an admin signed in. */
export async function startUploadProcess({
  databaseUrl,
  dataDir,
  port,
}: Readonly<{ databaseUrl: string; dataDir: string; port: number }>): Promise<UploadProcess> {
  const child = spawn(process.execPath, ["scripts/serve.ts"], {
    cwd: path.join(import.meta.dirname, "../../.."),
    env: {
      ...compileCache,
      PATH: process.env["PATH"],
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      PORT: String(port),
      HOST: "localhost",
      ADMIN_EMAIL: admin.email,
      ADMIN_PASSWORD: admin.password,
      LOG_LEVEL: "silent",
      ROLE: "web",
    },
    stdio: ["ignore", "inherit", "inherit"],
  });
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const url = `http://localhost:${port}`;
  await expect
    .poll(
      () =>
        fetch(`${url}/readyz`).then(
          ({ ok }) => ok,
          () => false,
        ),
      { timeout: 30_000 },
    )
    .toBe(true);
  const answer = await fetch(`${url}/trpc/auth.login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(admin),
  });
  const { result } = z
    .object({ result: z.object({ data: z.object({ token: z.string() }) }) })
    .parse(await answer.json());
  return {
    url,
    authorization: `Bearer ${result.data.token}`,
    async stop() {
      child.kill("SIGTERM");
      await ended;
    },
  };
}
