import { Badge } from "@mantine/core";
import { type LiveTopic, liveTopics } from "@portal/shared/platform/live.ts";
import { useEffect, useState } from "react";
import { api } from "../../../api/api.ts";
import { isSignedOut } from "../../../api/error-message.ts";
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

type Utils = ReturnType<typeof api.useUtils>;
type Queries = Readonly<{ invalidate: () => Promise<unknown> }>;

/**
 * The queries that each topic concerns. Of the office's, lists and person pages only, so that an open form is not reset
 * while the user types.
 */
function queriesOf(utils: Utils): Record<LiveTopic, readonly Queries[]> {
  return {
    orders: [utils.orders],
    wallet: [utils.wallet],
    payouts: [utils.payouts],
    network: [utils.network],
    office: [
      utils.users.list,
      utils.people,
      utils.products.list,
      utils.testimonials.list,
      utils.uploads.list,
      utils.bankLines.list,
      utils.bankDebits.list,
      utils.cardMatch.list,
      utils.notifications.list,
      utils.payoutBatches,
      utils.proposals.list,
      utils.contact.list,
      utils.wallet.questions,
      utils.statements,
      utils.monthEnd,
      utils.audit,
    ],
  };
}

/** Invalidates queries on the server's events, through one stream for the frame; polls while it is down. */
function useLive(): LineState {
  const [state, setState] = useState<LineState>("connecting");
  const utils = api.useUtils();

  useEffect(() => {
    const queriesByTopic = queriesOf(utils);
    const changes = gather<LiveTopic>(gatherMs, (topics) => {
      const changed = [...topics].flatMap((topic) => queriesByTopic[topic]);
      for (const queries of [...changed, utils.dashboard]) void queries.invalidate();
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

/**
 * Throttles: passes on the first things at once, and those within `pauseMs` afterwards together, so that a busy minute
 * reloads a list a few times and not a hundred.
 */
export function gather<Thing>(
  pauseMs: number,
  hand: (things: ReadonlySet<Thing>) => void,
): Readonly<{ add: (things: readonly Thing[]) => void; stop: () => void }> {
  let waiting = new Set<Thing>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  function flush() {
    timer = undefined;
    if (waiting.size === 0) return;
    const things = waiting;
    waiting = new Set();
    timer = setTimeout(flush, pauseMs);
    hand(things);
  }

  return {
    add(things) {
      for (const thing of things) waiting.add(thing);
      if (timer === undefined) flush();
    },
    stop() {
      clearTimeout(timer);
    },
  };
}
