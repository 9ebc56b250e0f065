import { Command, CommanderError } from "commander";
import type { Asked, FinanceCommand } from "./finance-command.ts";
import { financeCommands } from "./finance-commands.ts";
import { WrongUse } from "./wrong-use.ts";

export type ParsedCommandLine =
  | Readonly<{ command: FinanceCommand; asked: Asked }>
  | Readonly<{ help: string }>;

/** What the arguments ask for. @throws WrongUse with one sentence. */
export async function parseCommandLine(args: readonly string[]): Promise<ParsedCommandLine> {
  let parsed: ParsedCommandLine | undefined;
  let help = "";
  const program = quiet(new Command("finance"), (text) => {
    help += text;
  })
    .description("The ledger from the command line: exit 0 fine, 1 something differs, 2 wrong use.")
    .option("--json", "one JSON document on standard output, everything else on standard error")
    .configureHelp({ showGlobalOptions: true });

  for (const command of financeCommands) {
    const sub = quiet(new Command(command.name), (text) => {
      help += text;
    })
      .description(command.summary)
      .configureHelp({ showGlobalOptions: true });
    if (command.argument) sub.argument(command.argument.name, command.argument.description);
    for (const { flags, description } of command.options) sub.option(flags, description);
    sub.action(() => {
      const { json, ...options } = sub.optsWithGlobals<Record<string, string> & { json?: true }>();
      parsed = {
        command,
        asked: { argument: sub.args[0], words: sub.args, options, json: json === true },
      };
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
const noCommand = `Name a command: ${names}; --help explains them.`;

/** Commander would print and exit; here it throws, and only help is text for standard output. */
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
    return `There is no command ${wrong}; the commands are ${names}.`;
  }
  return `${message.replace(/^error: /, "").replace(/\.$/, "")}; --help explains the options.`;
}
