let isAhead = false;

/** Whether the `import()` that is beginning is for later: it waits for the connection unseen, and never reloads the page. */
export function isLoadingAhead(): boolean {
  return isAhead;
}

/**
 * Loads code that may be needed later. What fails is loaded by what needs it.
 *
 * @param load begins its imports at once, not after an `await`
 */
export function loadAhead(load: () => Promise<unknown>): void {
  isAhead = true;
  try {
    void load().catch(() => {});
  } finally {
    isAhead = false;
  }
}
