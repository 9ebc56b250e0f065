import { StartError } from "../start-error.ts";
import { DatabaseIsNewer, DatabaseIsUnreleased, migrate } from "./migrate.ts";

/**
 * Brings the tables up to this code and answers what ran; or says in a sentence why it could not.
 *
 * @throws StartError
 */
export async function prepareDatabase(ownerUrl: string): Promise<readonly string[]> {
  try {
    return await migrate(ownerUrl);
  } catch (cause) {
    if (cause instanceof DatabaseIsNewer || cause instanceof DatabaseIsUnreleased)
      throw new StartError(cause.message, { cause });
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new StartError(`The database could not be updated to this release: ${reason}.`, {
      cause,
    });
  }
}
