import { ReplayStopped } from "../features/books/replay-events.ts";
import { SwapBlocked } from "../features/books/rebuild.ts";
import { RebuildUnderWay } from "../features/books/shadow-replay.ts";
import type { CommandResult } from "./command-result.ts";
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
