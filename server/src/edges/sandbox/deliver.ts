import { setTimeout as pause } from "node:timers/promises";

/** Milliseconds before each attempt; the providers wait minutes. */
const delaysMs = [0, 500, 2000] as const;
const answerTimeoutMs = 10_000;

type Sent = Readonly<{ headers: Readonly<Record<string, string>>; body: string }>;

/**
 * Posts a notification until it is accepted, as the providers do.
 *
 * @param make called for each attempt, because a signature may contain its time
 * @returns whether it was accepted
 */
export async function deliver(url: string, make: () => Sent): Promise<boolean> {
  for (const delayMs of delaysMs) {
    await pause(delayMs);
    if (await isAccepted(url, make())) return true;
  }
  return false;
}

async function isAccepted(url: string, sent: Sent): Promise<boolean> {
  try {
    const response = await fetch(url, {
      method: "POST",
      ...sent,
      signal: AbortSignal.timeout(answerTimeoutMs),
    });
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false;
  }
}
