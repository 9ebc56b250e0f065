import { useEffect, useState } from "react";
import { api } from "../../../api/api.ts";

/** Specification, section 9: every 2 seconds, up to 10 times. */
export const pollEveryMs = 2000;
export const triesMax = 10;

export type PaidPoll = Readonly<{
  state: "checking" | "paid" | "not-verified";
  /** How many answers there were so far. */
  tries: number;
}>;

/** Asks until the payment shows; a lost line counts as an answer that says nothing. */
export function usePaidPoll(uuid: string): PaidPoll {
  const utils = api.useUtils();
  const [poll, setPoll] = useState<PaidPoll>({ state: "checking", tries: 0 });

  useEffect(() => {
    let isOver = false;
    let timer: ReturnType<typeof setTimeout> | undefined;

    const ask = async (tries: number) => {
      const isPaid = await utils.orders.checkPaid
        .fetch({ uuid }, { staleTime: 0, retry: false })
        .then(({ paid }) => paid)
        .catch(() => false);
      if (isOver) return;
      if (isPaid) setPoll({ state: "paid", tries });
      else if (tries >= triesMax) setPoll({ state: "not-verified", tries });
      else {
        setPoll({ state: "checking", tries });
        timer = setTimeout(() => void ask(tries + 1), pollEveryMs);
      }
    };
    void ask(1);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [uuid, utils]);

  return poll;
}
