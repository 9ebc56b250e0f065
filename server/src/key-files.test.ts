import { execFile } from "node:child_process";
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { beforeAll, describe, expect, test } from "vitest";
import { loadFactorKey } from "./gateways/factors/factor-key.ts";
import { loadSealKey } from "./platform/ledger/seal-keys.ts";

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "portal-key-files-"));
  await chmod(folder, 0o755);
  return () => rm(folder, { recursive: true });
});

const run = promisify(execFile);
const fromHere = (file: string) => JSON.stringify(path.join(import.meta.dirname, file));

/** What another process, as a user who is not root, reads of the keys: the public seal key and the factor key in base64. */
async function keysReadElsewhere(keys: string, shell = ""): Promise<string[]> {
  const program = `
    import { loadFactorKey } from ${fromHere("gateways/factors/factor-key.ts")};
    import { loadSealKey } from ${fromHere("platform/ledger/seal-keys.ts")};
    if (process.getuid() === 0) process.setuid(65534);
    const folder = ${JSON.stringify(keys)};
    const { publicKey } = await loadSealKey(folder);
    console.log(JSON.stringify([publicKey, (await loadFactorKey(folder)).toString("base64")]));
  `;
  const { stdout } = await run("/bin/sh", [
    "-c",
    `${shell} exec "$0" --input-type=module --eval "$1"`,
    process.execPath,
    program,
  ]);
  const read: unknown = JSON.parse(stdout);
  return Array.isArray(read) ? read.map(String) : [];
}

/** Keys that another user can read and not write. */
async function someKeys(name: string): Promise<{ keys: string; expected: string[] }> {
  const keys = path.join(folder, name);
  const { publicKey } = await loadSealKey(keys);
  const factor = await loadFactorKey(keys);
  for (const file of await readdir(keys)) await chmod(path.join(keys, file), 0o444);
  await chmod(keys, 0o755);
  return { keys, expected: [publicKey, factor.toString("base64")] };
}

describe("the keys of an installation", () => {
  test.runIf(process.platform !== "win32")(
    "serve a process that may read them only, as from a mounted secret",
    async () => {
      const { keys, expected } = await someKeys("to-read");
      await chmod(keys, 0o555);

      expect(await keysReadElsewhere(keys)).toEqual(expected);
    },
  );

  test.runIf(process.platform !== "win32")(
    "serve a process that can write no byte to the disk",
    async () => {
      const { keys, expected } = await someKeys("on-a-full-disk");

      // Every write to a file fails, as on a full disk.
      expect(await keysReadElsewhere(keys, "trap '' XFSZ; ulimit -f 0;")).toEqual(expected);
    },
  );

  test.runIf(process.platform !== "win32")(
    "are not half made where the disk is full, and the start says which",
    async () => {
      const keys = path.join(folder, "none-yet");
      await mkdir(keys);
      await chmod(keys, 0o777);

      const failed = keysReadElsewhere(keys, "trap '' XFSZ; ulimit -f 0;");

      await expect(failed).rejects.toThrow(`${path.join(keys, "seal-key.pem")} cannot be created`);
      expect(await readdir(keys)).toEqual([]);
    },
  );

  test("are named by the start where they are damaged, and left as they are", async () => {
    const keys = path.join(folder, "damaged");
    await mkdir(keys);
    for (const [file, load] of [
      ["seal-key.pem", loadSealKey],
      ["factor.key", loadFactorKey],
    ] as const) {
      await writeFile(path.join(keys, file), "");

      await expect(load(keys)).rejects.toMatchObject({
        name: "StartError",
        message: expect.stringContaining(`${path.join(keys, file)} is damaged`),
      });
      expect(await readFile(path.join(keys, file), "utf8")).toBe("");
    }
  });
});
