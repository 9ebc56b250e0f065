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
export function collectStartGarbage(): () => void {
  const timer = setTimeout(() => {
    const session = new Session();
    session.connect();
    session.post("HeapProfiler.collectGarbage", () => session.disconnect());
  }, settleMs);
  timer.unref();
  return () => clearTimeout(timer);
}
