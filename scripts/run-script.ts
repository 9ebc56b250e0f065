import { constants } from "node:os";
import { StartError } from "../server/src/platform/start-error.ts";

export type Script = Readonly<{
  /** Registers a cleanup; they run in reverse order, also after Ctrl-C or an error. */
  onEnd: (undo: () => Promise<void>) => void;
  /** Aborted by a signal to stop. */
  stopped: AbortSignal;
}>;

/** One Ctrl-C may arrive twice, from the terminal and from the parent process. */
const repeatedSignalMs = 1000;

/** @throws StartError with the usage and exit code 2 if `parse` throws */
export function parseCommandLine<Parsed>(usage: string, parse: () => Parsed): Parsed {
  try {
    return parse();
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause);
    throw new StartError(`${usage}: ${message}`, { exitCode: 2, cause });
  }
}

/**
 * Runs a script and exits with the code of `main` or of the error. After a signal a command has not done its work, so its code
 * is that of a shell, 130 or 143; a server was meant to be stopped, and has 0. A `StartError` is printed as a sentence for the
 * operator; any other error is a bug and is printed with its stack.
 */
export async function runScript(
  main: (script: Script) => Promise<number>,
  {
    isServer = false,
    onStopping = sayStopping,
    onFailure = sayFailure,
  }: Readonly<{
    isServer?: boolean;
    onStopping?: (signal: NodeJS.Signals) => void;
    /** Says why the script ends. */
    onFailure?: (error: unknown) => void;
  }> = {},
): Promise<void> {
  const explain = (error: unknown) => {
    onFailure(error);
    return error instanceof StartError ? error.exitCode : 1;
  };
  const resources = new AsyncDisposableStack();
  const stopping = new AbortController();
  const exitCode = Promise.race([
    main({ onEnd, stopped: stopping.signal }),
    untilStopped(stopping, onStopping).then((signal) => (isServer ? 0 : codeAfter(signal))),
  ]);
  process.exitCode = await exitCode.catch((error) => explain(error));
  try {
    await resources.disposeAsync();
  } catch (error) {
    process.exitCode = explain(error);
  }
  process.exit();

  function onEnd(undo: () => Promise<void>): void {
    resources.defer(undo);
  }
}

/** As a shell tells it. */
function codeAfter(signal: NodeJS.Signals): number {
  return 128 + constants.signals[signal];
}

/** A second signal exits immediately. */
function untilStopped(
  stopping: AbortController,
  onStopping: (signal: NodeJS.Signals) => void,
): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    let firstAt: number | null = null;
    const onSignal = (signal: NodeJS.Signals) => {
      if (firstAt !== null && Date.now() - firstAt > repeatedSignalMs)
        process.exit(codeAfter(signal));
      // A process that stops silently would look like a crash.
      if (firstAt === null) onStopping(signal);
      firstAt ??= Date.now();
      stopping.abort();
      resolve(signal);
    };
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, onSignal);
  });
}

function sayStopping(signal: NodeJS.Signals): void {
  console.error(`Stopping (${signal})…`);
}

function sayFailure(error: unknown): void {
  console.error(error instanceof StartError ? error.message : error);
}
