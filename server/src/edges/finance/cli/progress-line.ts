/** Long work tells how far it is; `done` and `total` count the same thing (events, lines, bytes). */
export type Progress = Readonly<{
  advance: (done: number, total?: number) => void;
  /** Clears the line, so that what is printed next stands alone. */
  finish: () => void;
}>;

type ProgressTarget = Readonly<{
  write: (text: string) => void;
  isTerminal: boolean;
}>;

export const noProgress: Progress = { advance: () => {}, finish: () => {} };

const repaintMs = 100;
const barWidth = 24;
const clearLine = "\r\u001b[2K";

/**
 * One line that is painted over: bar, count, rate and the time left. Only on a terminal; in a file
 * or a pipe there is nobody to watch it.
 */
export function createProgress(
  target: ProgressTarget,
  { label, unit, now }: Readonly<{ label: string; unit: string; now: () => number }>,
): Progress {
  if (!target.isTerminal) return noProgress;
  const startedAt = now();
  let paintedAt = Number.NEGATIVE_INFINITY;
  return {
    advance(done, total) {
      const at = now();
      if (at - paintedAt < repaintMs) return;
      paintedAt = at;
      target.write(
        `${clearLine}${progressText({ label, unit, done, total, elapsedMs: at - startedAt })}`,
      );
    },
    finish() {
      if (paintedAt !== Number.NEGATIVE_INFINITY) target.write(clearLine);
    },
  };
}

export function progressText(
  at: Readonly<{
    label: string;
    unit: string;
    done: number;
    total: number | undefined;
    elapsedMs: number;
  }>,
): string {
  const perSecond = at.elapsedMs > 0 ? (at.done * 1000) / at.elapsedMs : 0;
  const rate = `${grouped(Math.round(perSecond))} ${at.unit}/s`;
  if (at.total === undefined || at.total <= 0)
    return `${at.label}  ${grouped(at.done)} ${at.unit} · ${rate}`;

  const part = Math.min(at.done / at.total, 1);
  const filled = Math.round(part * barWidth);
  const bar = `${"█".repeat(filled)}${"░".repeat(barWidth - filled)}`;
  const left = perSecond > 0 ? ` · ${duration((at.total - at.done) / perSecond)} left` : "";
  return `${at.label}  ${bar} ${Math.floor(part * 100)}% · ${grouped(at.done)} ${at.unit} · ${rate}${left}`;
}

function grouped(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, " ");
}

function duration(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`;
}
