import type pg from "pg";
import { withConnection } from "../../../platform/db/connect.ts";
import type { Session } from "./command.ts";

/** Passes over the ledger as far as a position, on a connection of its own and with a line of progress. */
export async function replayThrough<Answer>(
  { pool, progress }: Pick<Session, "pool" | "progress">,
  through: number,
  pass: (client: pg.ClientBase, onPage: (position: number) => void) => Promise<Answer>,
): Promise<Answer> {
  const bar = progress("Replaying", "events");
  return withConnection(pool, (client) =>
    pass(client, (position) => bar.advance(position, through)),
  ).finally(bar.finish);
}
