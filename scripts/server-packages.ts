import { StartError } from "../server/src/platform/start-error.ts";
import { runProgram } from "./run-program.ts";

/** Installs the server's production packages from the folder's lockfile; the built client needs none. */
export async function installServerPackages(folder: string): Promise<void> {
  const { isFine, output } = await runProgram(
    "npm",
    [
      "ci",
      "--omit=dev",
      "--workspace=@portal/server",
      "--workspace=@portal/shared",
      "--include-workspace-root",
      "--prefer-offline",
    ],
    { NODE_ENV: "production" },
    folder,
  );
  if (!isFine) throw new StartError(`The packages could not be installed:\n${output.trim()}`);
}
