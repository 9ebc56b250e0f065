import { ReplayStopped } from "../../projections/rebuild/replay-events.ts";
import { SwapBlocked } from "../../projections/rebuild/rebuild.ts";
import { RebuildUnderWay } from "../../projections/rebuild/shadow-replay.ts";
import type { ReplayOptions } from "../../projections/rebuild/replay.ts";
import type { CommandResult } from "./command-result.ts";
import type { Session } from "./finance-command.ts";
import { WrongUse } from "./wrong-use.ts";

/**
 * A fact that cannot be folded is damage that was found; somebody else who is rebuilding, or reading
 * without end, is a reason to try again.
 */
export async function orReplayFailure(work: () => Promise<CommandResult>): Promise<CommandResult> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof RebuildUnderWay || error instanceof SwapBlocked)
      throw new WrongUse(error.message, { cause: error });
    if (!(error instanceof ReplayStopped)) throw error;
    const { position, message } = error;
    return { exitCode: 1, document: { stoppedAt: position, message }, text: message };
  }
}

/** A worker compares the books every few minutes, and somebody else may be about to: that is soon over. */
export function patienceOf({
  note,
}: Pick<Session, "note">): Pick<ReplayOptions, "waitMs" | "onWait"> {
  return {
    waitMs: 15 * 60_000,
    onWait: () => note("Waiting for another rebuild or comparison of the books to finish."),
  };
}
