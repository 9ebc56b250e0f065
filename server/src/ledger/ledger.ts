import { DomainError } from "@portal/shared/domain-error.ts";
import type pg from "pg";
import { databaseOn } from "../db/connect.ts";
import type { Database, Tx } from "../db/database.ts";
import type { Appended, NewEvent } from "./append-statement.ts";
import { createAppender } from "./appender.ts";
import { asBusy, isBusy } from "./busy.ts";
import { canonicalJson, requestHash } from "./canonical-json.ts";
import type { Fact } from "./decider.ts";
import type { Catalogue } from "./event-catalogue.ts";
import { newEventId } from "./event-id.ts";
import type { EventMetadata } from "./recorded-event.ts";
import { createStreamReader, type StreamReader } from "./stream-reader.ts";
import type { InlineProjector } from "./write-batch.ts";

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
  alongside?: (tx: Tx) => Promise<void>;
}>;

export type Executed<Answer> = Readonly<{
  answer: Answer;
  /** The command was done before, and nothing was written now. */
  replayed: boolean;
  positions: readonly number[];
}>;

export type Ledger = Readonly<{
  /**
   * Reads, decides and appends; decides again, up to three times, when a stream moved meanwhile.
   *
   * @throws DomainError what `decide` refuses; request.reused-key, request.busy
   */
  execute: <Answer>(
    command: Command,
    decide: (streams: StreamReader) => Promise<Decision<Answer>>,
  ) => Promise<Executed<Answer>>;
  /**
   * What a command was answered when it was done; undefined where it was not. For whoever has to act outside before
   * deciding, and must not act again.
   *
   * @throws DomainError request.reused-key
   */
  findAnswer: <Answer>(
    command: Pick<Command, "commandId" | "request">,
  ) => Promise<Answer | undefined>;
  close: () => Promise<void>;
}>;

const attemptsMax = 3;

export function createLedger(options: {
  pool: pg.Pool;
  catalogue: Pick<Catalogue<Fact>, "definitions" | "accept">;
  projector?: InlineProjector;
  newId?: () => string;
}): Ledger {
  const { pool, catalogue, newId = newEventId } = options;
  const db = databaseOn(pool);
  const versionOf = new Map(catalogue.definitions.map(({ type, version }) => [type, version]));
  const appender = createAppender(options);

  async function execute<Answer>(
    command: Command,
    decide: (streams: StreamReader) => Promise<Decision<Answer>>,
  ): Promise<Executed<Answer>> {
    const hash = requestHash(command.request);
    for (let attempt = 1; attempt <= attemptsMax; attempt++) {
      const streams = createStreamReader(db);
      const decision = await decide(streams).catch(async (refusal: unknown) => {
        if (isBusy(refusal)) throw asBusy(refusal);
        // A repeated command is often refused because it was done: then it is answered, not refused.
        const done = await findExecuted<Answer>(db, command.commandId, hash);
        return done ?? Promise.reject(refusal);
      });
      if ("replayed" in decision) return decision;

      const appended = await appender.append({
        commandId: command.commandId,
        requestHash: hash,
        actor: actorOf(command.metadata),
        answer: decision.answer,
        events: placeEvents(decision.events, streams.versions, (decided) => ({
          ...checked(decided.event, decided.eventId ?? newId()),
          metadata: command.metadata,
          occurredAt: decided.occurredAt ?? command.occurredAt,
        })),
        alongside: decision.alongside,
      });
      if (appended.outcome === "reused") throw new DomainError("request.reused-key");
      if (appended.outcome !== "stale") return executed(decision.answer, appended);
    }
    throw new DomainError("request.busy");
  }

  function checked(event: Fact, eventId: string) {
    const schemaVersion = versionOf.get(event.type) ?? 0;
    return { ...catalogue.accept({ ...event, schemaVersion, eventId }), schemaVersion, eventId };
  }

  return {
    execute,
    async findAnswer<Answer>({ commandId, request }: Pick<Command, "commandId" | "request">) {
      return (await findExecuted<Answer>(db, commandId, requestHash(request)))?.answer;
    },
    close: appender.close,
  };
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

async function findExecuted<Answer>(
  db: Database,
  commandId: string,
  hash: Buffer,
): Promise<Executed<Answer> | undefined> {
  const known = await db
    .selectFrom("ledger_commands")
    .select(["request_hash", "answer", "first_position", "event_count"])
    .where("command_id", "=", commandId)
    .executeTakeFirst();
  if (!known) return undefined;
  if (!known.request_hash.equals(hash)) throw new DomainError("request.reused-key");
  return {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- kept by the same command
    answer: asKept(known.answer) as Answer,
    replayed: true,
    positions: positionsFrom(known.first_position, known.event_count),
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
