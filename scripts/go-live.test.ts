import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { copyFile, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseEnv, promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { readEnv } from "../server/src/env.ts";

const root = path.join(import.meta.dirname, "..");
const page = await readFile(path.join(root, "docs/go-live.md"), "utf8");
const commands = [...page.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block = ""]) => block);
const promtool = "/usr/bin/promtool";

/** The package that brings a program which Debian does not have from the start. */
const packageOf = {
  curl: "curl",
  psql: "postgresql",
  nft: "nftables",
  restic: "restic",
  "ssh-keygen": "openssh-client",
  "ssh-copy-id": "openssh-client",
  promtool: "prometheus",
  amtool: "prometheus-alertmanager",
  // It needs openssl.
  openssl: "ca-certificates",
} as const;

describe("the page to go live", () => {
  test("installs every program before it runs it", () => {
    const lines = commands.join("").split("\n");
    const uses = Object.entries(packageOf).map(([program, name]) => {
      const call = new RegExp(String.raw`(?:^|[\s;(])${program} `);
      const use = lines.findIndex((line) => call.test(line) && !line.startsWith("apt-get"));
      const install = lines.findIndex(
        (line) => line.startsWith("apt-get") && line.split(" ").includes(name),
      );
      return { program, isUsed: use !== -1, isInstalled: install !== -1 && install < use };
    });
    expect(uses.filter(({ isUsed, isInstalled }) => !isUsed || !isInstalled)).toEqual([]);
  });

  test("copies files that are there", () => {
    const copied = [...page.matchAll(/\bdeploy\/[\w./-]+\w/g)].map(([file]) => file);
    expect(copied).toContain("deploy/nftables.conf");
    expect(copied.filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
  });

  test("has settings that the server takes, with the disk of its database", () => {
    const settings = commands.find((block) => block.startsWith("NODE_ENV=production")) ?? "";
    const given = {
      ...parseEnv(settings),
      DATABASE_URL: "postgres://portal_app:x@127.0.0.1:5432/portal",
      PAYFAST_MERCHANT_ID: "12345678",
    };
    expect(readEnv(given)).toMatchObject({
      dataDir: "/var/lib/portal",
      databaseDiskPath: "/var/lib/postgresql",
      warnings: [],
    });
  });

  // shows T280
  test("copies the keys elsewhere than the backups", () => {
    const copies = ["backups", "keys"].map((name) => {
      const [, file = ""] =
        new RegExp(`copy-${name}\\.env <<END\\n(.*?)^END$`, "ms").exec(page) ?? [];
      return parseEnv(file);
    });
    const [backups, keys] = copies;
    expect(backups?.["WHAT"]).toBe("/var/backups/portal");
    expect(keys?.["WHAT"]?.split(" ")).toEqual([
      "/var/lib/portal",
      "/etc/portal",
      "--exclude=/var/lib/portal/files",
      // The passwords of the copies.
      "--exclude=/etc/portal/copy-*.env",
    ]);
    const hosts = copies.map(({ RESTIC_REPOSITORY: where = "" }) => /@([^:]+):/.exec(where)?.[1]);
    expect(new Set(hosts).size).toBe(2);
  });

  const missing = existsSync(promtool) ? "" : " (promtool is not on this machine)";
  test.skipIf(missing !== "")(`configures a Prometheus that starts${missing}`, async () => {
    const folder = await mkdtemp(path.join(tmpdir(), "portal-prometheus-"));
    const put = (from: string, to: string) =>
      copyFile(path.join(root, "deploy/prometheus", from), path.join(folder, to));
    await put("prometheus.yml", "prometheus.yml");
    await put("rules.yml", "portal-rules.yml");
    await writeFile(path.join(folder, "portal-token"), "a-token-of-this-test");
    const config = path.join(folder, "prometheus.yml");
    const { stdout } = await promisify(execFile)(promtool, ["check", "config", config]);
    await rm(folder, { recursive: true });
    expect(stdout).toContain("is valid prometheus config file syntax");
    expect(stdout).toContain("rules found");
  });
});
