import { Session } from "node:inspector";

/** By then, what a start leaves behind has been left behind. */
const settleMs = 2000;

/**
 * Loading and compiling the program leaves about as much garbage as the program itself takes, and
 * the engine keeps it for as long as nothing presses. Collected once, it goes back to the system; the
 * collection halts the process for some hundredths of a second.
 *
 * @returns stops it, where it did not happen yet
 */
export function collectStartGarbage(delayMs = settleMs): () => void {
  const timer = setTimeout(() => {
    const session = new Session();
    session.connect();
    // Within the answer the engine still holds the session: it would wait for itself, and the process with it, for ever.
    session.post("HeapProfiler.collectGarbage", () => setImmediate(() => session.disconnect()));
  }, delayMs);
  timer.unref();
  return () => clearTimeout(timer);
}
