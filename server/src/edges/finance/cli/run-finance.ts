import { DomainError } from "@portal/shared/platform/domain-error.ts";
import { setIssueWords } from "@portal/shared/platform/issue-words.ts";
import { Command, CommanderError } from "commander";
import { StartError } from "../../../platform/start-error.ts";
import {
  centsCommand,
  closeCommand,
  statementCommand,
  taxPackCommand,
} from "../reports/statements.ts";
import { bankCommand, cardsCommand } from "../reports/accounts-outside.ts";
import { accountCommand } from "../reports/account.ts";
import { incomeCommand } from "../reports/income.ts";
import { journalCommand, trialBalanceCommand } from "../reports/books.ts";
import { explainCommand } from "../reports/explain.ts";
import { exportCommand } from "../export/export.ts";
import { importCommand } from "../import/import.ts";
import { matchCardsCommand } from "../reconcile/match-cards.ts";
import { rebuildCommand } from "../ledger/rebuild.ts";
import { reconcileCommand } from "../reconcile/reconcile.ts";
import { sealCommand, verifyCommand } from "../ledger/seal.ts";
import { simulateCommand } from "../reports/simulate.ts";
import { statusCommand } from "../ledger/status.ts";
import { vatCommand } from "../reports/vat.ts";
import { totalsCommand } from "../reports/totals.ts";
import {
  type CommandInput,
  type CommandResult,
  type FinanceCommand,
  ReaderGone,
  type Session,
  WrongUse,
} from "./command.ts";

setIssueWords();

/** The process around a command, which tests replace. */
export type FinanceWorld = Readonly<{
  /** Opens the database of the environment for one command. */
  open: () => Promise<Readonly<{ session: Session; close: () => Promise<void> }>>;
  stdout: (text: string) => Promise<void>;
  stderr: (text: string) => void;
}>;

/** 0 OK; 1 a difference or damage was found; 2 wrong usage or bad input, and nothing was changed. */
export type ExitCode = 0 | 1 | 2;

/** Runs one command of `npm run finance -- COMMAND`. */
export async function runFinance(args: readonly string[], world: FinanceWorld): Promise<ExitCode> {
  try {
    const parsed = await parseCommandLine(args);
    if ("help" in parsed) {
      await world.stdout(parsed.help);
      return 0;
    }
    const { command, input } = parsed;
    const run = await command.prepare(input);
    const { session, close } = await world.open();
    try {
      const result = await run(session);
      await print(world, result, input.json);
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
  // Indented by one space: readable, and shorter than with two for thousands of members.
  if (json) await world.stdout(`${JSON.stringify(document, null, 1)}\n`);
  else if (text !== "") await world.stdout(`${text}\n`);
}

/** One line for an expected error, the stack for a bug. */
function sentenceOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const isExpected =
    error instanceof WrongUse || error instanceof StartError || error instanceof DomainError;
  return isExpected ? error.message.replaceAll("\n", " ") : (error.stack ?? error.message);
}

/** In the order in which help shows them. */
const financeCommands: readonly FinanceCommand[] = [
  importCommand,
  exportCommand,
  verifyCommand,
  statusCommand,
  rebuildCommand,
  totalsCommand,
  reconcileCommand,
  matchCardsCommand,
  statementCommand,
  taxPackCommand,
  closeCommand,
  journalCommand,
  trialBalanceCommand,
  accountCommand,
  incomeCommand,
  vatCommand,
  bankCommand,
  cardsCommand,
  sealCommand,
  centsCommand,
  explainCommand,
  simulateCommand,
];

type ParsedCommandLine =
  | Readonly<{ command: FinanceCommand; input: CommandInput }>
  | Readonly<{ help: string }>;

/** @throws WrongUse */
async function parseCommandLine(args: readonly string[]): Promise<ParsedCommandLine> {
  let parsed: ParsedCommandLine | undefined;
  let help = "";
  const addHelp = (text: string): void => {
    help += text;
  };
  const program = quiet(new Command("finance"), addHelp)
    .description(
      "Check, explain and rebuild the ledger. Exit codes: 0 OK, 1 differences found, 2 wrong usage.",
    )
    .option(
      "--json",
      "one JSON document on standard output; everything else goes to standard error",
    )
    .configureHelp({ showGlobalOptions: true });

  for (const command of financeCommands) {
    const sub = quiet(new Command(command.name), addHelp)
      .description(command.summary)
      .configureHelp({ showGlobalOptions: true });
    if (command.argument) sub.argument(command.argument.name, command.argument.description);
    for (const { flags, description } of command.options) sub.option(flags, description);
    sub.action(() => {
      const { json, ...given } = sub.optsWithGlobals<
        Record<string, string | true> & { json?: true }
      >();
      const options = Object.fromEntries(
        Object.entries(given).map(([name, value]) => [name, value === true ? "" : value]),
      );
      parsed = { command, input: { words: sub.args, options, json: json === true } };
    });
    program.addCommand(sub);
  }

  try {
    await program.parseAsync(args, { from: "user" });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) return { help };
    throw new WrongUse(sentenceFor(error, args));
  }
  if (!parsed) throw new WrongUse(noCommand);
  return parsed;
}

const names = financeCommands.map(({ name }) => name).join(", ");
const noCommand = `Choose a command: ${names}. Run --help for details.`;

/** Makes Commander throw instead of printing and exiting; only help is collected for standard output. */
function quiet(command: Command, writeHelp: (text: string) => void): Command {
  return command
    .exitOverride()
    .showSuggestionAfterError(false)
    .helpCommand(false)
    .configureOutput({ writeOut: writeHelp, writeErr: () => {}, outputError: () => {} });
}

function sentenceFor({ code, message }: CommanderError, args: readonly string[]): string {
  if (code === "commander.help") return noCommand;
  if (code === "commander.unknownCommand") {
    const wrong = args.find((each) => !each.startsWith("-"));
    return `There is no command ${wrong}. Choose a command: ${names}.`;
  }
  return `${message.replace(/^error: /, "").replace(/\.$/, "")}. Run --help for the options.`;
}
