import { setImmediate as nextTurn, setTimeout as delay } from "node:timers/promises";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import { sql } from "kysely";
import type pg from "pg";
import { databaseOn } from "../db/connect.ts";
import { type Database, readOnly } from "../db/database.ts";
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
import {
  type Catalogue,
  type EventMetadata,
  newEventId,
  UnreadableEvent,
} from "./event-catalogue.ts";
import { createNewerFacts, newerRelease } from "./newer-facts.ts";
import { createStreamReader, readHead, type StreamReader } from "./read-events.ts";
import type { SharedSideWrite, SideWrite } from "./side-writes.ts";

/**
 * The caller makes the command id (the idempotency key) and sends the same one with every retry: a client a random UUID, the
 * server itself an `ownCommandId` or a random UUID.
 */
export type Command = Readonly<{
  commandId: string;
  /** The content of the request; the same id with a different request is refused. */
  request: unknown;
  metadata: EventMetadata;
  occurredAt: string;
}>;

export type DecidedEvent = Readonly<{
  streamId: string;
  event: Fact;
  /** Where it differs from the command's. */
  occurredAt?: string;
  eventId?: string;
}>;

export type Decision<Answer> = Readonly<{
  events: readonly DecidedEvent[];
  /** JSON. Stored with the command; a retry is answered with it. */
  answer: Answer;
  /** Rows and jobs written in the transaction of the events. May run more than once. */
  sideWrites?: SideWrite | SharedSideWrite;
}>;

type Decide<Answer> = (streams: StreamReader) => Promise<Decision<Answer>>;

/**
 * For what a command takes and cannot return: a sequence number, one use of a rate limit. It is taken when `decide` first
 * asks for it, after everything that may still refuse the command, and reused when the command is decided again.
 */
export function once<Value, From extends unknown[]>(
  take: (...from: From) => Promise<Value>,
): (...from: From) => Promise<Value> {
  let taken: Readonly<{ value: Value }> | undefined;
  return async (...from) => {
    taken ??= { value: await take(...from) };
    return taken.value;
  };
}

export type Executed<Answer> = Readonly<{
  answer: Answer;
  /** The command was executed before, and nothing was written now. */
  replayed: boolean;
  positions: readonly number[];
}>;

export type Ledger = Readonly<{
  /**
   * Replays the stored answer of a command that was executed before. Otherwise reads, decides and appends, and decides
   * again for some seconds while a stream moves in between or another transaction locks what the side writes need. So
   * `decide` may run several times, or in vain: it must write nothing, call no outside service, and wrap what cannot be
   * returned in `once`. Commands of one process that read the same stream run one after the other, so `decide` must not
   * execute another command on that stream.
   *
   * @throws DomainError what `decide` refuses; request.reused-key, request.busy, ledger.newer-release,
   *   ledger.projections-behind
   */
  execute: <Answer>(command: Command, decide: Decide<Answer>) => Promise<Executed<Answer>>;
  /**
   * The stored answer of a command; undefined where it was not executed. For a caller that has to act outside before it
   * decides, and must not act twice.
   *
   * @throws DomainError request.reused-key
   */
  findAnswer: <Answer>(
    command: Pick<Command, "commandId" | "request">,
  ) => Promise<Answer | undefined>;
  /** @throws DomainError ledger.newer-release when it takes no commands, because a newer release wrote to the ledger */
  requireNothingNewer: () => Promise<void>;
  close: () => Promise<void>;
}>;

/** How long a command is retried against faster writers or held locks before it is refused as busy. */
const defaultPatienceMs = 10_000;
/** The longest pause after a side write met a held lock. */
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
  const withStreamLocks = createKeyedLocks();
  /** A command that is sent twice at once is executed by the first request and replayed for the second. */
  const withCommandLock = createKeyedLocks();
  const findCommand = createCommandLookup(db);
  const complete = eventCompleter(catalogue, newId);

  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- its caller knows what the command answers
  async function findExecuted<Answer>(
    commandId: string,
    hash: Buffer,
  ): Promise<Executed<Answer> | undefined> {
    const stored = await findCommand(commandId);
    if (!stored) return undefined;
    if (!stored.requestHash.equals(hash)) throw new DomainError("request.reused-key");
    return { ...executed<Answer>(stored.answer, stored), replayed: true };
  }

  async function decideAndAppend<Answer>(
    command: Command,
    hash: Buffer,
    decide: Decide<Answer>,
    locks: HeldLocks,
  ): Promise<Executed<Answer>> {
    const until = performance.now() + patienceMs;
    let isHeld = false;
    do {
      newerFacts.requireNoneFound();
      let began = performance.now();
      const streams = createStreamReader(db, async (streamId) => {
        await locks.acquireFirst(streamId);
        began = performance.now();
      });
      const decision = await decide(streams).catch(async (refusal: unknown) => {
        if (isBusy(refusal)) throw asBusy(refusal);
        if (refusal instanceof UnreadableEvent) throw newerRelease(refusal.message);
        // It may be refused because another process executed it at this moment: then it is replayed.
        const done = await findExecuted<Answer>(command.commandId, hash);
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
        // The row may stay locked for long: other commands go on meanwhile.
        locks.release();
        await delay(Math.random() * heldPauseMs);
        continue;
      }
      if (appended.outcome === "reused") throw new DomainError("request.reused-key");
      if (appended.outcome === "replayed")
        return { ...executed<Answer>(appended.answer, appended), replayed: true };
      if (appended.outcome === "appended") return executed(decision.answer, appended);
      // With all locks held, it was another process that was faster. A random pause keeps the two out of step.
      const heldAll = await locks.acquireAll(streams.versions.keys());
      if (heldAll) await delay(Math.random() * 2 * (performance.now() - began));
    } while (performance.now() < until);
    throw new DomainError("request.busy");
  }

  return {
    execute: <Answer>(command: Command, decide: Decide<Answer>) =>
      withCommandLock(async ({ acquireFirst }) => {
        await acquireFirst(command.commandId);
        const hash = requestHash(command.request);
        const done = await findExecuted<Answer>(command.commandId, hash);
        return done ?? withStreamLocks((locks) => decideAndAppend(command, hash, decide, locks));
      }),
    async findAnswer<Answer>({ commandId, request }: Pick<Command, "commandId" | "request">) {
      return (await findExecuted<Answer>(commandId, requestHash(request)))?.answer;
    },
    requireNothingNewer: async () =>
      newerFacts.requireNone(readOnly(db), await readHead(readOnly(db))),
    close: appender.close,
  };
}

/** Fills in and checks everything of an event but its stream and version; defaults come from its command. */
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

/** The first answer has the same bytes as every replay: the stored jsonb does not keep the order of keys. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- its caller knows what the command answers
function executed<Answer>(
  answer: unknown,
  { firstPosition, eventCount }: Readonly<{ firstPosition: number; eventCount: number }>,
): Executed<Answer> {
  return {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- stored by the same command
    answer: JSON.parse(canonicalJson(answer)) as Answer,
    replayed: false,
    positions: Array.from({ length: eventCount }, (_, index) => firstPosition + index),
  };
}

/**
 * Looks up the commands of one turn of the event loop in one query; they go on in the order in which they came. The ids are one
 * JSON value, because where they are an array PostgreSQL plans anew for each call, which takes longer than the work.
 */
function createCommandLookup(db: Database) {
  let ids: string[] = [];
  let rows: ReturnType<typeof lookUp> | null = null;

  async function lookUp() {
    await nextTurn();
    const requested = ids;
    ids = [];
    rows = null;
    const stored = await db
      .selectFrom("ledger_commands")
      .select([
        "command_id as commandId",
        "request_hash as requestHash",
        "answer",
        "first_position as firstPosition",
        "event_count as eventCount",
      ])
      .where(
        "command_id",
        "=",
        sql<string>`any(array(select json_array_elements_text(${JSON.stringify(requested)}::json)))`,
      )
      .execute()
      .catch((error: unknown) => Promise.reject(asBusy(error)));
    return new Map(stored.map((row) => [row.commandId, row]));
  }

  return async (commandId: string) => {
    ids.push(commandId);
    rows ??= lookUp();
    return (await rows).get(commandId);
  };
}

function actorOf({ actorId, source }: EventMetadata): string | null {
  return typeof actorId === "number" ? String(actorId) : (source ?? null);
}

/** Releases a lock. With a failure, the waiting commands fail with it at once: the database is away for them too. */
type Release = (failure?: Error) => void;

/** The locks that one command holds in this process. */
type HeldLocks = Readonly<{
  /** Waits for the lock of the first stream that is read; the others are read without one. */
  acquireFirst: (key: string) => Promise<void>;
  /** Waits for the locks of all of them. Returns whether all of them were held already. */
  acquireAll: (keys: Iterable<string>) => Promise<boolean>;
  release: () => void;
}>;

/**
 * Locks by key, first come, first served. Commands of one process that read the same stream would otherwise be decided on
 * the same version: one is appended, the others are decided in vain. A command waits for a single lock while it holds
 * none, or acquires several in the order of their keys, so that there are no deadlocks.
 *
 * @returns runs one command and releases its locks afterwards
 */
function createKeyedLocks() {
  const last = new Map<string, Promise<Error | undefined>>();

  async function acquire(key: string): Promise<Release> {
    const before = last.get(key);
    const { promise: own, resolve } = Promise.withResolvers<Error | undefined>();
    last.set(key, own);
    const release: Release = (failure) => {
      if (last.get(key) === own) last.delete(key);
      resolve(failure);
    };
    const failure = await before;
    if (failure) {
      release(failure);
      throw failure;
    }
    return release;
  }

  return async <Answer>(work: (locks: HeldLocks) => Promise<Answer>): Promise<Answer> => {
    const held = new Map<string, Release>();
    let isLocking = false;

    function releaseAll(failure?: Error): void {
      isLocking = false;
      for (const release of held.values()) release(failure);
      held.clear();
    }

    let failure: Error | undefined;
    try {
      return await work({
        release: () => releaseAll(),
        async acquireFirst(key) {
          if (isLocking) return;
          isLocking = true;
          held.set(key, await acquire(key));
        },
        async acquireAll(keys) {
          const sorted = [...keys].toSorted();
          if (sorted.every((key) => held.has(key))) return true;
          releaseAll();
          isLocking = true;
          for (const key of sorted) held.set(key, await acquire(key));
          return false;
        },
      });
    } catch (error) {
      if (error instanceof DomainError && isBusy(error.cause)) failure = error;
      throw error;
    } finally {
      releaseAll(failure);
    }
  };
}
