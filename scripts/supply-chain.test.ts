import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { findWeaknesses, isBefore, readSupplyChain, workspaces } from "./package-weaknesses.ts";
import { root, runProgram } from "./run-program.ts";

const chain = await readSupplyChain(root);
const digest = `sha512-${"A".repeat(86)}==`;
const harmless = { version: "1.3.0", integrity: digest };

/** The findings with this package nested among the others. */
function withPlanted(name: string, locked: Readonly<Record<string, unknown>>): string[] {
  const { packages } = chain.lockfile;
  const deep = `node_modules/fastify/node_modules/${name}`;
  const lockfile = {
    ...chain.lockfile,
    packages: { ...packages, [deep]: { ...harmless, ...locked } },
  };
  return findWeaknesses({ ...chain, lockfile });
}

function withServerNeeding(name: string, version: string): string[] {
  const server = {
    dependencies: { [name]: version },
    devDependencies: {},
    optionalDependencies: {},
  };
  return findWeaknesses({ ...chain, manifests: { ...chain.manifests, server } });
}

// shows R52, T71
describe("the packages to install", () => {
  test("are pinned, have digests, and have no known vulnerability", () => {
    expect(Object.keys(chain.lockfile.packages).length).toBeGreaterThan(500);
    expect(findWeaknesses(chain)).toEqual([]);
    expect(withPlanted("left-pad", {})).toEqual([]);
  });

  test.for([
    ["with a weakness that no release is without", "xlsx", { version: "0.18.5" }, "GHSA-4r6h"],
    ["from before a weakness was mended", "dompurify", { version: "3.4.16" }, "mended in 3.4.17"],
    ["that nothing tells from another", "left-pad", { integrity: "" }, "no SHA-512 digest"],
    [
      "with a weak digest",
      "left-pad",
      { integrity: "sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk=" },
      "no SHA-512",
    ],
    ["from an address", "left-pad", { resolved: "https://r.example/l.tgz" }, "from an address"],
    ["that would run code", "left-pad", { hasInstallScript: true }, "would run code"],
    ["of no version", "left-pad", { version: "latest" }, "no exact version"],
  ] as const)("is refused with a package %s", ([, name, locked, words]) => {
    expect(withPlanted(name, locked)).toEqual([expect.stringContaining(words)]);
  });

  test.for([
    ["fastify", "^5.12.8", "no exact version"],
    ["fastify", "latest", "no exact version"],
    ["fastify", "5.0.0", "the lockfile has 5."],
    ["not-locked", "1.0.0", "the lockfile has none"],
  ] as const)("is refused where a package.json asks for %s %s", ([name, version, words]) => {
    expect(withServerNeeding(name, version)).toEqual([expect.stringContaining(words)]);
  });

  test.for([
    ["leave to run code", "ignore-scripts=false"],
    ["a registry of its own", "ignore-scripts=true\nregistry=https://r.example/"],
    ["a secret", "ignore-scripts=true\n//r.example/:_authToken=x"],
  ])("is refused where the settings have %s", ([, npmrc = ""]) => {
    expect(findWeaknesses({ ...chain, npmrc })).toHaveLength(1);
  });

  test("stop the build with the name of a planted package", async () => {
    const folder = await mkdtemp(path.join(tmpdir(), "portal-supply-"));
    onTestFinished(() => rm(folder, { recursive: true }));
    for (const workspace of workspaces) {
      await mkdir(path.join(folder, workspace), { recursive: true });
      const manifest = path.join(workspace, "package.json");
      await cp(path.join(root, manifest), path.join(folder, manifest));
    }
    await cp(path.join(root, ".npmrc"), path.join(folder, ".npmrc"));
    const planted = { "node_modules/xlsx": { ...harmless, version: "0.18.5" } };
    const packages = { ...chain.lockfile.packages, ...planted };
    await writeFile(
      path.join(folder, "package-lock.json"),
      JSON.stringify({ lockfileVersion: 3, packages }),
    );
    const program = path.join(root, "scripts/supply-chain.ts");
    expect(await runProgram(process.execPath, [program, folder])).toMatchObject({
      isFine: false,
      output: expect.stringMatching(/^xlsx 0\.18\.5 is weak/),
    });
  });

  test.for([
    ["1.9.9", "1.10.0", true],
    ["1.10.0", "1.9.9", false],
    ["2.0.0", "2.0.0", false],
    ["2.0.0-beta.1", "2.0.0", true],
    ["18.4.0-beta.17", "18.3.9", false],
  ] as const)("compares %s with %s by number", ([version, other, is]) => {
    expect(isBefore(version, other)).toBe(is);
  });
});

describe("npm", () => {
  // shows R52, T71
  test("writes the software bill of materials", async () => {
    const { isFine, output } = await runProgram("npm", [
      "sbom",
      "--sbom-format=cyclonedx",
      "--omit=dev",
      "--package-lock-only",
      "--loglevel=error",
    ]);
    expect(isFine).toBe(true);
    const { bomFormat, components } = z
      .object({
        bomFormat: z.string(),
        components: z.array(z.object({ name: z.string(), version: z.string() })),
      })
      .parse(JSON.parse(output));
    expect(bomFormat).toBe("CycloneDX");
    const names = components.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(["fastify", "pg", "sanitize-html", "lucia"]));
    expect(names).not.toContain("vitest");
  });

  test("reports no severe vulnerability, if the registry is reachable", async () => {
    const { output } = await runProgram("npm", [
      "audit",
      "--omit=dev",
      "--json",
      "--audit-level=high",
      "--loglevel=silent",
      "--fetch-retries=0",
      "--fetch-timeout=10000",
    ]);
    const report = z
      .object({ vulnerabilities: z.record(z.string(), z.object({ severity: z.string() })) })
      .safeParse(parsed(output));
    if (!report.success) {
      console.warn(
        "The registry was asked for advisories and did not answer: nothing was learned.",
      );
      return;
    }
    const grave = Object.entries(report.data.vulnerabilities).filter(([, { severity }]) =>
      ["high", "critical"].includes(severity),
    );
    expect(grave.map(([name]) => name)).toEqual([]);
  });
});

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
