import { readFile } from "node:fs/promises";
import path from "node:path";
import {
  advisoriesSchema,
  lockfileSchema,
  manifestSchema,
  type SupplyChain,
} from "./supply-chain.rules.ts";

export const workspaces = ["", "shared", "server", "web"] as const;

/** What the files of a checkout say would be installed, beside the weaknesses that are known to us. */
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
