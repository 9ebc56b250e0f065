import { setImmediate as nextTurn, setTimeout as delay } from "node:timers/promises";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import { sql } from "kysely";
import type pg from "pg";
import { databaseOn } from "../db/connect.ts";
import { type Database, readOnly, type Tx } from "../db/database.ts";
import type { Appended, NewEvent } from "./append-statement.ts";
import {
  type AppendedBatch,
  createAppender,
  FailedSideWrite,
  type InlineProjector,
} from "./appender.ts";
import { asBusy, isBusy } from "./busy.ts";
import { canonicalJson, requestHash } from "./canonical-json.ts";
import type { Fact } from "./decider.ts";
import { type Catalogue, type EventMetadata, UnreadableEvent } from "./event-catalogue.ts";
import { newEventId } from "./event-id.ts";
import { createNewerFacts, newerRelease } from "./newer-facts.ts";
import { createStreamReader, type StreamReader } from "./read-events.ts";

/** What a person or a program asks for. The id is made by the asker and is the same in every retry. */
export type Command = Readonly<{
  commandId: string;
  /** Whatever makes this request this one; the same id with another request is refused. */
  request: unknown;
  metadata: EventMetadata;
  occurredAt: string;
}>;

export type DecidedEvent = Readonly<{
  streamId: string;
  event: Fact;
  /** Where it is not the command's. */
  occurredAt?: string;
  eventId?: string;
}>;

export type Decision<Answer> = Readonly<{
  events: readonly DecidedEvent[];
  /** JSON. Kept with the command: a repeated one is answered with it. */
  answer: Answer;
  /** Rows of plain tables and jobs that are written in the same transaction, or not at all. It may run more than once. */
  sideWrites?: (tx: Tx) => Promise<void>;
}>;

type Decide<Answer> = (streams: StreamReader) => Promise<Decision<Answer>>;

/**
 * For what a command needs and nobody can give back: a number of a sequence, one of a rate limit. It is taken when the
 * decision first asks for it, which is after everything that it may refuse, and is the same where it is decided again.
 */
export function takenOnce<Taken>(take: () => Promise<Taken>): () => Promise<Taken> {
  let taken: Readonly<{ it: Taken }> | undefined;
  return async () => {
    taken ??= { it: await take() };
    return taken.it;
  };
}

export type Executed<Answer> = Readonly<{
  answer: Answer;
  /** The command was done before, and nothing was written now. */
  replayed: boolean;
  positions: readonly number[];
}>;

export type Ledger = Readonly<{
  /**
   * Answers a command that was done before with its answer of then. Else reads, decides and appends; decides again, for
   * some seconds, when a stream moved meanwhile or somebody else holds what its side writes hold. So `decide` may run
   * several times, or for nothing: it writes nothing, asks nobody outside, and takes what cannot be given back by
   * `takenOnce`. Commands of one process that read the same stream take turns, so `decide` must not execute another
   * command on it.
   *
   * @throws DomainError what `decide` refuses; request.reused-key, request.busy, ledger.newer-release,
   *   ledger.projections-behind
   */
  execute: <Answer>(command: Command, decide: Decide<Answer>) => Promise<Executed<Answer>>;
  /**
   * What a command was answered when it was done; undefined where it was not. For whoever has to act outside before
   * deciding, and must not act again.
   *
   * @throws DomainError request.reused-key
   */
  findAnswer: <Answer>(
    command: Pick<Command, "commandId" | "request">,
  ) => Promise<Answer | undefined>;
  /** @throws DomainError ledger.newer-release when it takes no commands, for a newer release wrote to the ledger */
  requireNothingNewer: () => Promise<void>;
  close: () => Promise<void>;
}>;

/** So long may others be quicker or hold what is written, until somebody is told that we are busy. */
const defaultPatienceMs = 10_000;
/** The longest pause of a command that writes what another request holds. */
const heldPauseMs = 100;

type LedgerOptions = Readonly<{
  pool: pg.Pool;
  catalogue: Pick<Catalogue<Fact>, "definitions" | "accept">;
  projector?: InlineProjector;
  newId?: () => string;
  patienceMs?: number;
  onBatch?: (batch: AppendedBatch) => void;
}>;

export function createLedger(options: LedgerOptions): Ledger {
  const { pool, catalogue, newId = newEventId, patienceMs = defaultPatienceMs } = options;
  const db = databaseOn(pool);
  const newerFacts = createNewerFacts(catalogue.definitions);
  const appender = createAppender({ ...options, newerFacts });
  const streamQueues = createQueues();
  /** The same command, sent twice at once, is done by the first and answered to the second. */
  const commandQueues = createQueues();
  const findExecuted = createCommandLookup(db);
  const complete = eventCompleter(catalogue, newId);

  async function decideAndAppend<Answer>(
    command: Command,
    hash: Buffer,
    decide: Decide<Answer>,
    places: Places,
  ): Promise<Executed<Answer>> {
    const until = performance.now() + patienceMs;
    let isHeld = false;
    do {
      newerFacts.requireNoneFound();
      let began = performance.now();
      const streams = createStreamReader(db, async (streamId) => {
        await places.takeFirst(streamId);
        began = performance.now();
      });
      const decision = await decide(streams).catch(async (refusal: unknown) => {
        if (isBusy(refusal)) throw asBusy(refusal);
        if (refusal instanceof UnreadableEvent) throw newerRelease(refusal.message);
        // It may be refused because another process did it in this moment: then it is answered.
        const done = await findExecuted<Answer>(command, hash);
        return done ?? Promise.reject(refusal);
      });
      if ("replayed" in decision) return decision;

      const appended = await unlessHeld(
        appender.append({
          commandId: command.commandId,
          requestHash: hash,
          actor: actorOf(command.metadata),
          answer: decision.answer,
          events: placeEvents(decision.events, streams.versions, complete(command)),
          sideWrites: decision.sideWrites,
          isAlone: isHeld,
        }),
      );
      isHeld = appended === "held";
      if (appended === "held") {
        // Whoever holds the row may hold it for long: everybody else goes on meanwhile.
        places.leave();
        await delay(Math.random() * heldPauseMs);
        continue;
      }
      if (appended.outcome === "reused") throw new DomainError("request.reused-key");
      if (appended.outcome !== "stale") return executed(decision.answer, appended);
      // In its place no command of this process was quicker, but one of another. Both would go on in step.
      const wasInPlace = await places.takeAll(streams.versions.keys());
      if (wasInPlace) await delay(Math.random() * 2 * (performance.now() - began));
    } while (performance.now() < until);
    throw new DomainError("request.busy");
  }

  return {
    execute: <Answer>(command: Command, decide: Decide<Answer>) =>
      commandQueues.inTurn(async (turn) => {
        await turn.takeFirst(command.commandId);
        const hash = requestHash(command.request);
        const done = await findExecuted<Answer>(command, hash);
        return (
          done ?? streamQueues.inTurn((places) => decideAndAppend(command, hash, decide, places))
        );
      }),
    async findAnswer<Answer>(command: Pick<Command, "commandId" | "request">) {
      return (await findExecuted<Answer>(command, requestHash(command.request)))?.answer;
    },
    requireNothingNewer: () => newerFacts.requireNoneAtAll(readOnly(db)),
    close: appender.close,
  };
}

/** What an event needs beside its place, checked; from its command where it does not say so itself. */
function eventCompleter(catalogue: LedgerOptions["catalogue"], newId: () => string) {
  const versionOf = new Map(catalogue.definitions.map(({ type, version }) => [type, version]));
  return ({ metadata, occurredAt }: Command) =>
    (decided: DecidedEvent): Omit<NewEvent, "streamId" | "streamVersion"> => {
      const schemaVersion = versionOf.get(decided.event.type) ?? 0;
      const eventId = decided.eventId ?? newId();
      return {
        ...catalogue.accept({ ...decided.event, schemaVersion, eventId }),
        schemaVersion,
        eventId,
        metadata,
        occurredAt: decided.occurredAt ?? occurredAt,
      };
    };
}

async function unlessHeld(appending: Promise<Appended>): Promise<Appended | "held"> {
  return appending.catch((error: unknown) => {
    if (error instanceof FailedSideWrite) return "held";
    throw error;
  });
}

/** Each event gets the version after the one before it in its stream, counted from what was read. */
function placeEvents(
  events: readonly DecidedEvent[],
  versions: ReadonlyMap<string, number>,
  complete: (decided: DecidedEvent) => Omit<NewEvent, "streamId" | "streamVersion">,
): NewEvent[] {
  const last = new Map(versions);
  return events.map((decided) => {
    const { streamId } = decided;
    const version = last.get(streamId);
    const streamVersion = version === undefined ? null : version + 1;
    if (streamVersion !== null) last.set(streamId, streamVersion);
    return { streamId, streamVersion, ...complete(decided) };
  });
}

function executed<Answer>(answer: Answer, appended: Appended): Executed<Answer> {
  const replayed = appended.outcome === "replayed";
  return {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- kept by the same command
    answer: asKept(replayed ? appended.answer : answer) as Answer,
    replayed,
    positions: positionsFrom(appended.firstPosition, appended.eventCount),
  };
}

type DoneCommand = Readonly<{
  command_id: string;
  request_hash: Buffer;
  answer: unknown;
  first_position: number;
  event_count: number;
}>;

// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- its caller knows what the command answers
type FindExecuted = <Answer>(
  command: Pick<Command, "commandId">,
  hash: Buffer,
) => Promise<Executed<Answer> | undefined>;

/** Those that are asked for in one turn are looked up together, and go on in the order in which they came. */
function createCommandLookup(db: Database): FindExecuted {
  let ids: string[] = [];
  let rows: Promise<ReadonlyMap<string, DoneCommand>> | null = null;

  async function lookUp(): Promise<ReadonlyMap<string, DoneCommand>> {
    await nextTurn();
    const asked = ids;
    ids = [];
    rows = null;
    const done = await db
      .selectFrom("ledger_commands")
      .select(["command_id", "request_hash", "answer", "first_position", "event_count"])
      .where("command_id", "=", sql<string>`any(${asked})`)
      .execute()
      .catch((error: unknown) => Promise.reject(asBusy(error)));
    return new Map(done.map((row) => [row.command_id, row]));
  }

  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- its caller knows what the command answers
  return async <Answer>(
    { commandId }: Pick<Command, "commandId">,
    hash: Buffer,
  ): Promise<Executed<Answer> | undefined> => {
    ids.push(commandId);
    rows ??= lookUp();
    const known = (await rows).get(commandId);
    if (!known) return undefined;
    if (!known.request_hash.equals(hash)) throw new DomainError("request.reused-key");
    return {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- kept by the same command
      answer: asKept(known.answer) as Answer,
      replayed: true,
      positions: positionsFrom(known.first_position, known.event_count),
    };
  };
}

/** The same bytes the first time and every time: what is kept forgets in which order its keys were. */
function asKept(answer: unknown): unknown {
  return JSON.parse(canonicalJson(answer));
}

function actorOf({ actorId, source }: EventMetadata): string | null {
  return typeof actorId === "number" ? String(actorId) : (source ?? null);
}

function positionsFrom(first: number, count: number): number[] {
  return Array.from({ length: count }, (_, index) => first + index);
}

/** Leaves the place. That the database is away is handed to everybody behind, who would only wait to hear it. */
type Leave = (failure?: Error) => void;

/** Those of this process who do the same command or decide about one stream, one after the other. */
type Queues = Readonly<{
  /** Does the work of one command, which is in no queue yet and in none any more when it is done. */
  inTurn: <Answer>(work: (places: Places) => Promise<Answer>) => Promise<Answer>;
}>;

/** Where one command waits its turn, so that what it reads of a stream still stands when it appends. */
type Places = Readonly<{
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
function createQueues(): Queues {
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
