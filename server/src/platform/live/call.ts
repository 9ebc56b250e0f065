/** One waits until others call; a call that comes while nobody waits is not lost. */
export type Call = Readonly<{
  ring: () => void;
  /** Resolves with the next call, or when `timeoutMs` are over. */
  next: (timeoutMs?: number) => Promise<void>;
}>;

export function createCall(): Call {
  let hasRung = false;
  let answer: (() => void) | null = null;
  return {
    ring() {
      hasRung = true;
      answer?.();
    },
    async next(timeoutMs) {
      if (!hasRung) {
        const { promise, resolve } = Promise.withResolvers<void>();
        answer = resolve;
        const timer = timeoutMs === undefined ? undefined : setTimeout(resolve, timeoutMs);
        await promise;
        clearTimeout(timer);
        answer = null;
      }
      hasRung = false;
    },
  };
}
