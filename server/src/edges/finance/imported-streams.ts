import type { Tx } from "../../platform/db/database.ts";
import { commissionPlanDecider } from "../../network/commissions/commission-plan.decider.ts";
import { commissionPlanEvents } from "../../network/commissions/commission-plan.events.ts";
import { networkDecider } from "../../network/members/network.decider.ts";
import { networkEvents } from "../../network/members/network.events.ts";
import { orderDecider } from "../../sales/orders/order.decider.ts";
import { orderEvents } from "../../sales/orders/order.events.ts";
import { closingDecider } from "../../money/statements/closing.decider.ts";
import { closingEvents } from "../../money/statements/closing.events.ts";
import { walletDecider } from "../../money/wallets/wallet.decider.ts";
import { walletEvents } from "../../money/wallets/wallet.events.ts";
import type { Decider, Fact } from "../../platform/ledger/decider.ts";
import type { Catalogue, StoredFact } from "../../platform/ledger/event-catalogue.ts";

/** The streams that an import goes on with: where each stands, and the rules that its next fact must keep. */
export type ImportedStreams = Readonly<{
  /** Brings the streams into memory; those that are in the ledger are read from it. */
  load: (streamIds: readonly string[]) => Promise<void>;
  versionOf: (streamId: string) => number;
  /** @throws DomainError for a fact that cannot follow what the stream has. */
  evolve: (streamId: string, fact: StoredFact) => void;
}>;

type Stream = { version: number; state: unknown };
type Rules = Readonly<{
  initialState: unknown;
  evolve: (state: unknown, fact: StoredFact) => unknown;
}>;

/** An order is rarely touched after some weeks, so the streams used least are forgotten and read again. */
const streamsMax = 50_000;

export function createImportedStreams(tx: Tx): ImportedStreams {
  let young = new Map<string, Stream>();
  let old = new Map<string, Stream>();

  function find(streamId: string): Stream | undefined {
    const stream = young.get(streamId) ?? old.get(streamId);
    if (stream) young.set(streamId, stream);
    return stream;
  }

  function streamOf(streamId: string): Stream {
    const stream = find(streamId);
    if (!stream) throw new Error(`stream ${streamId} was not loaded`);
    return stream;
  }

  return {
    async load(streamIds) {
      if (young.size > streamsMax) {
        old = young;
        young = new Map();
      }
      const missing = [...new Set(streamIds)].filter((id) => find(id) === undefined);
      for (const id of missing) young.set(id, { version: 0, state: undefined });
      for (const { streamId, ...fact } of await readStreams(tx, missing)) {
        const stream = streamOf(streamId);
        stream.state = evolved(stream, fact);
        stream.version += 1;
      }
    },
    versionOf: (streamId) => streamOf(streamId).version,
    evolve(streamId, fact) {
      const stream = streamOf(streamId);
      stream.state = evolved(stream, fact);
      stream.version += 1;
    },
  };
}

function evolved({ version, state }: Stream, fact: StoredFact): unknown {
  const rules = rulesByType.get(fact.type);
  if (!rules) throw new Error(`no decider knows ${fact.type}`);
  return rules.evolve(version === 0 ? rules.initialState : state, fact);
}

const rulesByType: ReadonlyMap<string, Rules> = new Map([
  ...rulesOf(networkDecider, networkEvents),
  ...rulesOf(orderDecider, orderEvents),
  ...rulesOf(walletDecider, walletEvents),
  ...rulesOf(commissionPlanDecider, commissionPlanEvents),
  ...rulesOf(closingDecider, closingEvents),
]);

function rulesOf<State, Event extends Fact>(
  decider: Pick<Decider<State, never, Event>, "initialState" | "evolve">,
  catalogue: Catalogue<Event>,
): [type: string, rules: Rules][] {
  const rules: Rules = {
    initialState: decider.initialState,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every event of a stream is of one decider, which made the state
    evolve: (state, fact) => decider.evolve(state as State, catalogue.read(fact)),
  };
  return catalogue.definitions.map(({ type }) => [type, rules]);
}

/** In the order in which they happened, stream by stream. New streams cost one look at their heads. */
async function readStreams(
  tx: Tx,
  streamIds: readonly string[],
): Promise<readonly (StoredFact & { streamId: string })[]> {
  if (streamIds.length === 0) return [];
  const heads = await tx
    .selectFrom("ledger_streams")
    .select("stream_id")
    .where((where) => where("stream_id", "=", where.fn.any(where.val(streamIds))))
    .execute();
  if (heads.length === 0) return [];
  const known = heads.map((head) => head.stream_id);
  return tx
    .selectFrom("ledger_events")
    .select([
      "stream_id as streamId",
      "type",
      "schema_version as schemaVersion",
      "event_id as eventId",
      "data",
    ])
    .where((where) => where("stream_id", "=", where.fn.any(where.val(known))))
    .orderBy("stream_id")
    .orderBy("stream_version")
    .execute();
}
