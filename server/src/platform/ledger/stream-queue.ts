import { DomainError } from "@portal/shared/platform/domain-error.ts";
import { isBusy } from "./busy.ts";

/** Leaves the place. That the database is away is handed to everybody behind, who would only wait to hear it. */
type Leave = (failure?: Error) => void;

/** Those of this process who decide about one stream, one after the other. */
export type StreamQueues = Readonly<{
  /** Does the work of one command, which is in no queue yet and in none any more when it is done. */
  inTurn: <Answer>(work: (places: Places) => Promise<Answer>) => Promise<Answer>;
}>;

/** Where one command waits its turn, so that what it reads of a stream still stands when it appends. */
export type Places = Readonly<{
  /** Waits in the queue of the first stream that is asked for; the others are read as they are. */
  takeFirst: (streamId: string) => Promise<void>;
  /** Waits in the queues of all of them. Answers whether it had every place already. */
  takeAll: (streamIds: Iterable<string>) => Promise<boolean>;
  leave: Leave;
}>;

/**
 * Commands of one process that read the same stream would all be decided on the same version, of which one
 * is appended and the others are decided for nothing. So each waits, before it reads, for those that came
 * before it. A command holds one place while it waits for nothing else, or takes several in the order of
 * their names, so that no two wait for each other.
 */
export function createStreamQueues(): StreamQueues {
  const last = new Map<string, Promise<Error | undefined>>();

  async function enter(streamId: string): Promise<Leave> {
    const before = last.get(streamId);
    const { promise: own, resolve } = Promise.withResolvers<Error | undefined>();
    last.set(streamId, own);
    const leave: Leave = (failure) => {
      if (last.get(streamId) === own) last.delete(streamId);
      resolve(failure);
    };
    const failure = await before;
    if (failure) {
      leave(failure);
      throw failure;
    }
    return leave;
  }

  function openPlaces(): Places {
    const places = new Map<string, Leave>();
    let hasPlace = false;

    function leave(failure?: Error): void {
      hasPlace = false;
      for (const leaveOne of places.values()) leaveOne(failure);
      places.clear();
    }

    return {
      leave,
      async takeFirst(streamId) {
        if (hasPlace) return;
        hasPlace = true;
        places.set(streamId, await enter(streamId));
      },
      async takeAll(streamIds) {
        const wanted = [...streamIds].toSorted();
        if (wanted.every((streamId) => places.has(streamId))) return true;
        leave();
        hasPlace = true;
        for (const streamId of wanted) places.set(streamId, await enter(streamId));
        return false;
      },
    };
  }

  return {
    async inTurn(work) {
      const places = openPlaces();
      let failure: Error | undefined;
      try {
        return await work(places);
      } catch (error) {
        if (error instanceof DomainError && isBusy(error.cause)) failure = error;
        throw error;
      } finally {
        places.leave(failure);
      }
    },
  };
}
