import { Badge } from "@mantine/core";
import { type LiveTopic, liveTopics } from "@portal/shared/platform/live.ts";
import { type QueryKey, useQueryClient } from "@tanstack/react-query";
import { getQueryKey } from "@trpc/react-query";
import { useEffect, useState } from "react";
import { api } from "../../../api/api.ts";
import { isSignedOut } from "../../../api/error-message.ts";
import { readAgain } from "../../../api/read-again.ts";
import { useIsOnline } from "../../../ui/use-is-online.ts";
import { keepLine, type LineState, openStream } from "./live-line.ts";

/** Keeps the office's pages up to date, and shows whether the live connection is up. */
export function LiveMark() {
  const state = useLive();
  // A lost network is known at once; a lost stream only after a timeout.
  const online = useIsOnline();
  const isLive = online && state === "live";
  return (
    <Badge
      variant="dot"
      size="lg"
      bg="transparent"
      bd="none"
      fw={400}
      color={isLive ? "fynbos" : "gray"}
      title={
        isLive
          ? "This page updates automatically."
          : online
            ? "Reconnecting… This page updates every 30 seconds."
            : "You are offline. This page updates when you are back."
      }
    >
      {isLive ? "Live" : online ? "Connecting" : "Offline"}
    </Badge>
  );
}

const gatherMs = 1000;
const hiddenMs = 20_000;
/** The polling interval while the stream is down. */
const withoutLineMs = 30_000;

/**
 * The queries that each topic concerns. Of the office's, lists and person pages only, so that an open form is not reset
 * while the user types.
 */
const queriesOf: Record<LiveTopic, readonly QueryKey[]> = {
  orders: [getQueryKey(api.orders)],
  wallet: [getQueryKey(api.wallet)],
  payouts: [getQueryKey(api.payouts)],
  network: [getQueryKey(api.network)],
  office: [
    getQueryKey(api.users.list),
    getQueryKey(api.people),
    getQueryKey(api.products.list),
    getQueryKey(api.testimonials.list),
    getQueryKey(api.uploads.list),
    getQueryKey(api.bankLines.list),
    getQueryKey(api.bankDebits.list),
    getQueryKey(api.cardMatch.list),
    getQueryKey(api.notifications.list),
    getQueryKey(api.payoutBatches),
    getQueryKey(api.proposals.list),
    getQueryKey(api.contact.list),
    getQueryKey(api.wallet.questions),
    getQueryKey(api.statements),
    getQueryKey(api.monthEnd),
    getQueryKey(api.audit),
  ],
};

/** Reads again on the server's events, through one stream for the frame; polls while it is down. */
function useLive(): LineState {
  const [state, setState] = useState<LineState>("connecting");
  const client = useQueryClient();
  const utils = api.useUtils();

  useEffect(() => {
    const changes = gather<LiveTopic>(gatherMs, (topics) => {
      const changed = [...topics].flatMap((topic) => queriesOf[topic]);
      const read = [...changed, getQueryKey(api.dashboard)];
      return Promise.all(read.map((queryKey) => readAgain(client, queryKey)));
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
        // The session has ended: refetching it leads to the sign-in page.
        void utils.auth.me.invalidate();
        return false;
      },
    });
    const stopWatching = whileVisible(line);
    return () => {
      stopWatching();
      clearInterval(fallback);
      changes.stop();
      line.pause();
    };
  }, [client, utils]);

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

/**
 * Throttles: passes on the first things at once, and those until `pauseMs` after they were handled together, so that a busy
 * minute reloads a list a few times and not a hundred, and on a slow line each reading ends.
 */
export function gather<Thing>(
  pauseMs: number,
  hand: (things: ReadonlySet<Thing>) => Promise<unknown>,
): Readonly<{ add: (things: readonly Thing[]) => void; stop: () => void }> {
  let waiting = new Set<Thing>();
  let isPausing = false;
  let isStopped = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function flush() {
    isPausing = waiting.size > 0 && !isStopped;
    if (!isPausing) return;
    const things = waiting;
    waiting = new Set();
    const pause = () => (timer = setTimeout(flush, pauseMs));
    void hand(things).then(pause, pause);
  }

  return {
    add(things) {
      for (const thing of things) waiting.add(thing);
      if (!isPausing) flush();
    },
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
