import type { Log } from "../../caller.ts";

/**
 * The database and the jobs are there before the server that brings the log. What they have to say
 * until then is said through it once it is there.
 */
export function lateLog(): Log & { use: (log: Log) => void } {
  let log: Log | null = null;
  const kept: ((log: Log) => void)[] = [];
  const say = (line: (log: Log) => void) => void (log ? line(log) : kept.push(line));
  return {
    info: (details, message) => say((to) => to.info(details, message)),
    warn: (details, message) => say((to) => to.warn(details, message)),
    error: (details, message) => say((to) => to.error(details, message)),
    use(real) {
      log = real;
      for (const line of kept.splice(0)) line(real);
    },
  };
}
