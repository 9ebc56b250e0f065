import type { SettingsOf } from "@portal/shared/catalogue/settings.ts";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import type { DistributorLevel } from "@portal/shared/platform/roles.ts";
import { isOffice, type Viewer } from "../../people/users/user.rules.ts";
import type { DecidedEvent } from "../../platform/ledger/ledger.ts";
import type { LoadedStream, StreamReader } from "../../platform/ledger/read-events.ts";
import {
  isCodeTaken,
  type Network,
  type NetworkCommand,
  networkDecider,
} from "../members/network.decider.ts";
import { type NetworkEvent, networkEvents, networkStream } from "../members/network.events.ts";
import { levelBelow, type StockistTerms, type TermsBounds } from "../members/network.rules.ts";

export type NetworkNow = LoadedStream<Network, NetworkCommand, NetworkEvent>;

export type NetworkDecision = DecidedEvent & Readonly<{ event: NetworkEvent }>;

export function loadNetwork(streams: StreamReader): Promise<NetworkNow> {
  return streams.load(networkStream, networkDecider, networkEvents);
}

/** One decision after the other, each about what the one before it made of the network. */
export function changesOf(
  { state }: Pick<NetworkNow, "state">,
  commands: readonly NetworkCommand[],
): NetworkDecision[] {
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

/** Whole percent, as the shop settings have them. */
type StockistStandards = Readonly<SettingsOf<"stockists">>;

type AskedTerms = Readonly<{
  stockistMargin?: number | undefined;
  distributorPercent?: number | undefined;
}>;

/**
 * The percentages of a new stockist, in basis points. They are the office's to type; what anybody else
 * adds or converts gets the shop's standard terms, and a value that differs from them is refused
 * (docs/domain.md, "Price of a line"; docs/decisions.md, 39).
 *
 * @throws DomainError access.forbidden, account.no-margin
 */
function newTerms(
  asker: Viewer,
  asked: AskedTerms,
  { stockistMarginDefault, stockistPercentDefault }: StockistStandards,
): Readonly<{ marginBps: number; distributorBps: number }> {
  const { stockistMargin, distributorPercent = stockistPercentDefault } = asked;
  if (isOffice(asker)) {
    if (stockistMargin === undefined)
      throw new DomainError("account.no-margin", { field: "stockistMargin" });
    return { marginBps: stockistMargin * 100, distributorBps: distributorPercent * 100 };
  }
  const isStandard =
    (stockistMargin ?? stockistMarginDefault) === stockistMarginDefault &&
    distributorPercent === stockistPercentDefault;
  if (!isStandard) throw new DomainError("access.forbidden");
  return { marginBps: stockistMarginDefault * 100, distributorBps: stockistPercentDefault * 100 };
}

/** The most that the office may give, in basis points. */
export function boundsOf({
  stockistMarginMax,
  stockistPercentMax,
}: StockistStandards): TermsBounds {
  return { marginBps: stockistMarginMax * 100, distributorBps: stockistPercentMax * 100 };
}

/** Can be said on the phone, and stand for nobody. */
const plants = [
  "ALOE",
  "AGAPANTHUS",
  "BAOBAB",
  "BUCHU",
  "CLIVIA",
  "DAISY",
  "ERICA",
  "FERN",
  "GERBERA",
  "HONEYBUSH",
  "IRIS",
  "JASMINE",
  "LAVENDER",
  "LILY",
  "MARULA",
  "MIMOSA",
  "OLIVE",
  "PROTEA",
  "QUINCE",
  "ROOIBOS",
  "SAGE",
  "THYME",
  "VYGIE",
  "WATTLE",
  "YARROW",
  "ZINNIA",
] as const;

/**
 * A code for the link of somebody who was given none: a plant, and the number of the account, with another
 * number where somebody has that already. Nothing of the name: a code stands in the ledger for good, and a
 * person may want to be forgotten.
 */
export function codeFrom(userId: number, isTaken: (code: string) => boolean): string {
  const plant = plants[userId % plants.length] ?? plants[0];
  const own = `${plant}${userId}`;
  let code = own;
  for (let number = 2; isTaken(code); number++) code = `${own}-${number}`;
  return code;
}
