import { useCallback, useEffect, useState } from "react";
import { api } from "../../api/api.ts";

/** Specification, section 9: every 2 seconds, up to 10 times. */
export const pollEveryMs = 2000;
export const triesMax = 10;

export type PaidPoll = Readonly<{
  state: "checking" | "paid" | "not-verified";
  /** How many answers there were so far. */
  tries: number;
  checkAgain: () => void;
}>;

/** Asks until the payment shows; a lost line counts as an answer that says nothing. */
export function usePaidPoll(uuid: string): PaidPoll {
  const utils = api.useUtils();
  const [state, setState] = useState<PaidPoll["state"]>("checking");
  const [tries, setTries] = useState(0);
  const [round, setRound] = useState(0);

  // `round` starts the questions over.
  useEffect(() => {
    let isOver = false;
    let timer: ReturnType<typeof setTimeout> | undefined;

    const ask = async (count: number) => {
      const isPaid = await utils.orders.checkPaid
        .fetch({ uuid }, { staleTime: 0, retry: false })
        .then(({ paid }) => paid)
        .catch(() => false);
      if (isOver) return;
      setTries(count);
      if (isPaid) setState("paid");
      else if (count >= triesMax) setState("not-verified");
      else timer = setTimeout(() => void ask(count + 1), pollEveryMs);
    };
    void ask(1);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [uuid, round, utils]);

  const checkAgain = useCallback(() => {
    setTries(0);
    setState("checking");
    setRound((before) => before + 1);
  }, []);

  return { state, tries, checkAgain };
}
