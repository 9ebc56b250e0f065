/** What was read from the database a moment ago, for pages that are asked for often and prepared once for each answer. */
export type HeldAnswer<Answer> = Readonly<{
  /** The same object until the answer changes; while the database is away, the last known one. */
  known: () => Promise<Answer>;
  /** To be called after a change. */
  refresh: () => Promise<void>;
}>;

/** How long a change that another process made may be missing. */
const usuallyHeldMs = 2000;

/**
 * Stale while revalidate: a request that finds the answer expired gets the old one and starts a refresh.
 *
 * @param whileUnknown the answer until the database has answered for the first time
 */
export function holdAnswer<Answer>(
  read: () => Promise<Answer>,
  whileUnknown: Answer,
  heldMs = usuallyHeldMs,
): HeldAnswer<Answer> {
  let held = whileUnknown;
  let first: Promise<void> | null = null;
  let readAt = 0;
  let readings = 0;

  async function refresh(): Promise<void> {
    const reading = ++readings;
    readAt = performance.now();
    const answer = await read().catch(() => held);
    // A refresh that was overtaken by a later one may have missed a change.
    const isLatest = reading === readings;
    if (isLatest && JSON.stringify(answer) !== JSON.stringify(held)) held = answer;
  }

  return {
    async known() {
      if (first === null) first = refresh();
      else if (performance.now() - readAt > heldMs) void refresh();
      await first;
      return held;
    },
    refresh,
  };
}
