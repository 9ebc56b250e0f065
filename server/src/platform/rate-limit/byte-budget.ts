import type { Database } from "../db/database.ts";
import { takeOne } from "./rate-limit.store.ts";

const daySeconds = 24 * 3600;
const slices = 128;

export type ByteBudget = Readonly<{
  /** @returns false where that much is not left; `share` is what of the day's bytes this may take at most */
  spend: (bytes: number, share?: number) => Promise<boolean>;
}>;

/**
 * Bytes that may be written in a day, over all processes and restarts. A process takes a slice of them at a time, so that
 * not every row costs a statement.
 */
export function byteBudget(
  db: Database,
  { key, bytesPerDay, now }: Readonly<{ key: string; bytesPerDay: number; now: () => string }>,
): ByteBudget {
  let left = 0;
  return {
    async spend(bytes, share = 1) {
      const limits = [{ times: Math.floor(slices * share), seconds: daySeconds }];
      while (left < bytes) {
        if (!(await takeOne(db, { key, limits }, now()))) return false;
        left += bytesPerDay / slices;
      }
      left -= bytes;
      return true;
    },
  };
}
