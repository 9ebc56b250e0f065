import { DomainError } from "@portal/shared/platform/domain-error.ts";
import { StartError } from "../../platform/start-error.ts";
import { parseCommandLine } from "./command-line.ts";
import type { CommandResult } from "./command-result.ts";
import type { Session } from "./finance-command.ts";
import { ReaderGone } from "./reader-gone.ts";
import { WrongUse } from "./wrong-use.ts";

/** The process around a command, so that tests can be another one. */
export type FinanceWorld = Readonly<{
  /** Opens the database that the environment names, for the time of one command. */
  open: () => Promise<Readonly<{ session: Session; close: () => Promise<void> }>>;
  stdout: (text: string) => Promise<void>;
  stderr: (text: string) => void;
}>;

/** 0 fine; 1 a difference or damage was found; 2 wrong use or bad input, and nothing was changed. */
export type ExitCode = 0 | 1 | 2;

/** Runs one command of `npm run finance -- COMMAND`. */
export async function runFinance(args: readonly string[], world: FinanceWorld): Promise<ExitCode> {
  try {
    const asked = await parseCommandLine(args);
    if ("help" in asked) {
      await world.stdout(asked.help);
      return 0;
    }
    const run = await asked.command.prepare(asked.asked);
    const { session, close } = await world.open();
    try {
      const result = await run(session);
      await print(world, result, asked.asked.json);
      return result.exitCode;
    } finally {
      await close();
    }
  } catch (error) {
    if (error instanceof ReaderGone) return 0;
    world.stderr(`${sentenceOf(error)}\n`);
    return 2;
  }
}

async function print(
  world: FinanceWorld,
  { document, text }: CommandResult,
  json: boolean,
): Promise<void> {
  // One space of indentation: readable, and half as long as two where thousands of members are listed.
  if (json) await world.stdout(`${JSON.stringify(document, null, 1)}\n`);
  else if (text !== "") await world.stdout(`${text}\n`);
}

/** What a person can mend is one line; a bug shows where it happened. */
function sentenceOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const isExpected =
    error instanceof WrongUse || error instanceof StartError || error instanceof DomainError;
  return isExpected ? error.message.replaceAll("\n", " ") : (error.stack ?? error.message);
}
