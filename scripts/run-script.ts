import { StartError } from "../server/src/platform/start-error.ts";

/** What a script gets: a place for what must be undone in the end, however the end comes. */
export type Script = Readonly<{
  /** Undone in reverse order, also after Ctrl-C or an error. */
  onEnd: (undo: () => Promise<void>) => void;
  /** Fires when somebody asked us to stop. */
  stopped: AbortSignal;
}>;

/** Ctrl-C reaches us from the terminal and once more from the parent; both mean one wish. */
const sameWishMs = 1000;

/**
 * Runs a script to its exit code: that of `main`, 0 after a stop that was asked for, and after an error the one
 * that belongs to it. Failures that the operator can mend are a sentence; all others are bugs and show their stack.
 */
export async function runScript(main: (script: Script) => Promise<number>): Promise<void> {
  const resources = new AsyncDisposableStack();
  const stopping = new AbortController();
  const exitCode = Promise.race([
    main({ onEnd, stopped: stopping.signal }),
    untilStopped(stopping),
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

/** A second, later signal does not wait for anything any more. */
function untilStopped(stopping: AbortController): Promise<number> {
  return new Promise((resolve) => {
    let firstAt: number | null = null;
    const onSignal = (signal: NodeJS.Signals) => {
      if (firstAt !== null && Date.now() - firstAt > sameWishMs) process.exit(130);
      // Said aloud, because a process that ends without a word looks like one that broke.
      if (firstAt === null) console.error(`Stopping (${signal})…`);
      firstAt ??= Date.now();
      stopping.abort();
      resolve(0);
    };
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, onSignal);
  });
}

function explain(error: unknown): number {
  if (error instanceof StartError) {
    console.error(error.message);
    return error.exitCode;
  }
  console.error(error);
  return 1;
}
