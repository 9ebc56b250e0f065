import { DomainError } from "@portal/shared/platform/domain-error.ts";
import type { DistributorLevel } from "@portal/shared/platform/roles.ts";
import type { DecidedEvent } from "../../platform/ledger/ledger.ts";
import type { LoadedStream, StreamReader } from "../../platform/ledger/stream-reader.ts";
import {
  isCodeTaken,
  type Network,
  type NetworkCommand,
  networkDecider,
} from "../members/network.decider.ts";
import { type NetworkEvent, networkEvents, networkStream } from "../members/network.events.ts";
import { levelBelow, type StockistTerms } from "../members/network.rules.ts";
import { codeFrom } from "./member-code.rules.ts";
import {
  type AskedTerms,
  boundsOf,
  newTerms,
  type StockistStandards,
} from "./stockist-terms.rules.ts";
import { isOffice, type Viewer } from "../../people/users/user.rules.ts";

export type NetworkNow = LoadedStream<Network, NetworkCommand, NetworkEvent>;

export type NetworkChange = DecidedEvent & Readonly<{ event: NetworkEvent }>;

export function loadNetwork(streams: StreamReader): Promise<NetworkNow> {
  return streams.load(networkStream, networkDecider, networkEvents);
}

/** One decision after the other, each about what the one before it made of the network. */
export function changesOf(
  { state }: Pick<NetworkNow, "state">,
  commands: readonly NetworkCommand[],
): NetworkChange[] {
  let network = state;
  return commands.flatMap((command) =>
    networkDecider.decide(command, network).map((event) => {
      network = networkDecider.evolve(network, event);
      return { streamId: networkStream, event };
    }),
  );
}

/** Where somebody enters: under whom, and with which code or with one that is made. */
export type Entry = Readonly<{
  userId: number;
  parentId: number | null;
  code: string | undefined;
}>;

/**
 * One level below the parent; an admin who names none adds a level 1 (docs/domain.md, "Members and the tree").
 *
 * @throws DomainError network.unknown-member for a parent outside the asker's own tree,
 * network.wrong-parent below a level 3, network.code-taken
 */
export function enrolDistributor(
  network: NetworkNow,
  asker: Viewer,
  entry: Entry,
): { events: DecidedEvent[]; parentId: number | null; level: DistributorLevel } {
  const parentId = parentFor(network.state, asker, entry.parentId);
  const level = parentId === null ? 1 : levelUnder(network.state, parentId);
  const { userId } = entry;
  const code = codeOf(network.state, entry);
  const events = changesOf(network, [{ type: "EnrolDistributor", userId, level, parentId, code }]);
  return { events, parentId, level };
}

/**
 * With the terms that the asker may give (`newTerms`). A VAT number is always asked for, so that the
 * flag that one is on file is nobody's choice.
 *
 * @throws DomainError as `enrolDistributor`, network.wrong-margin, network.wrong-percent
 */
export function enrolStockist(
  network: NetworkNow,
  asker: Viewer,
  entry: Entry & Readonly<{ asked: AskedTerms; standards: StockistStandards }>,
): { events: DecidedEvent[]; parentId: number | null; terms: StockistTerms } {
  const parentId = parentFor(network.state, asker, entry.parentId);
  const { userId, asked, standards } = entry;
  const terms = { ...newTerms(asker, asked, standards), vatRegistered: true };
  const code = codeOf(network.state, entry);
  const enrolment = { userId, parentId, terms, bounds: boundsOf(standards), code };
  const events = changesOf(network, [{ type: "EnrolStockist", ...enrolment }]);
  return { events, parentId, terms };
}

/** A distributor brings people in under itself or below; what stands elsewhere it does not see. */
function parentFor(network: Network, asker: Viewer, wanted: number | null): number | null {
  if (isOffice(asker)) return wanted;
  const parentId = wanted ?? asker.id;
  let above: number | null = parentId;
  while (above !== null && above !== asker.id) above = network.members.get(above)?.parentId ?? null;
  if (above === null) throw new DomainError("network.unknown-member", String(parentId));
  return parentId;
}

function levelUnder(network: Network, parentId: number): DistributorLevel {
  const parent = network.members.get(parentId);
  if (!parent) throw new DomainError("network.unknown-member", String(parentId));
  const level = parent.level === 4 ? null : levelBelow(parent.level);
  if (level === null) throw new DomainError("network.wrong-parent", String(parentId));
  return level;
}

function codeOf(network: Network, { code, userId }: Entry): string {
  return code ?? codeFrom(userId, (made) => isCodeTaken(network, made));
}
