import { StartError } from "../server/src/platform/start-error.ts";
import { runProgram } from "./run-program.ts";

/** Builds the client into `web/dist`; Turborepo keeps the result and restores it while no source has changed. */
export async function buildWebClient(): Promise<void> {
  const { isFine, output } = await runProgram(
    "turbo",
    ["run", "build", "--filter=@portal/web", "--output-logs=errors-only"],
    { TURBO_TELEMETRY_DISABLED: "1" },
  );
  if (!isFine) throw new StartError(`The web client could not be built:\n${output.trim()}`);
}
