import { type LiveTopic, liveTopics } from "@portal/shared/platform/live.ts";
import { useEffect, useState } from "react";
import { api } from "../../../api/api.ts";
import { isSignedOut } from "../../../api/error-message.ts";
import { gather } from "./gather.ts";
import { keepLine, type LineState } from "./live-line.ts";
import { openStream } from "./open-stream.ts";

const pauseMs = 1000;
const hiddenMs = 20_000;
/** How often everything in sight is read anew while the line is down. */
const withoutLineMs = 30_000;

/**
 * What is in sight is read again when the ledger says that it changed. One line for the whole frame;
 * while there is none, everything is read again now and then.
 */
export function useLive(): LineState {
  const [state, setState] = useState<LineState>("connecting");
  const utils = api.useUtils();

  useEffect(() => {
    const readAgain: Record<LiveTopic, () => Promise<unknown>> = {
      orders: () => utils.orders.invalidate(),
      wallet: () => utils.wallet.invalidate(),
      payouts: () => utils.payouts.invalidate(),
      network: () => utils.network.invalidate(),
    };
    const changes = gather<LiveTopic>(pauseMs, (topics) => {
      for (const topic of topics) void readAgain[topic]();
      void utils.dashboard.invalidate();
    });
    let isUp = false;
    const fallback = setInterval(() => {
      if (!isUp && !document.hidden) changes.add(liveTopics);
    }, withoutLineMs);
    const line = keepLine(openStream, {
      topics: changes.add,
      state(now) {
        isUp = now === "live";
        setState(now);
      },
      error(error) {
        if (!isSignedOut(error)) return true;
        // The session ended: the page finds out whose it is, and goes to the sign-in page.
        void utils.auth.me.invalidate();
        return false;
      },
    });
    const stopWatching = whileVisible(line);
    return () => {
      stopWatching();
      clearInterval(fallback);
      changes.stop();
      line.close();
    };
  }, [utils]);

  return state;
}

function whileVisible(line: Readonly<{ pause: () => void; resume: () => void }>): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const onChange = () => {
    clearTimeout(timer);
    if (document.hidden) timer = setTimeout(line.pause, hiddenMs);
    else line.resume();
  };
  document.addEventListener("visibilitychange", onChange);
  return () => {
    clearTimeout(timer);
    document.removeEventListener("visibilitychange", onChange);
  };
}
