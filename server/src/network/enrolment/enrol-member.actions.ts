import { isDeepStrictEqual } from "node:util";
import type { SettingsOf } from "@portal/shared/catalogue/settings.ts";
import { isDiscountOfTwo, type PriceInTime } from "@portal/shared/platform/acts.ts";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import type { DistributorLevel } from "@portal/shared/platform/roles.ts";
import type { Caller } from "../../caller.ts";
import { loadHighestPrices } from "../../catalogue/products/product.store.ts";
import {
  loadStockistStandards,
  lockSettings,
} from "../../catalogue/shop-settings/settings.store.ts";
import { isOffice, type Viewer } from "../../people/users/user.rules.ts";
import type { Tx } from "../../platform/db/database.ts";
import type { DecidedEvent } from "../../platform/ledger/ledger.ts";
import type { LoadedStream, StreamReader } from "../../platform/ledger/read-events.ts";
import {
  isCodeTaken,
  type Network,
  type NetworkCommand,
  networkDecider,
} from "../members/network.decider.ts";
import { type NetworkEvent, networkEvents, networkStream } from "../members/network.events.ts";
import {
  isWithin,
  levelBelow,
  type StockistTerms,
  type TermsBounds,
} from "../members/network.rules.ts";

export type NetworkNow = LoadedStream<Network, NetworkCommand, NetworkEvent>;

export type NetworkDecision = DecidedEvent & Readonly<{ event: NetworkEvent }>;

export function loadNetwork(streams: StreamReader): Promise<NetworkNow> {
  return streams.load(networkStream, networkDecider, networkEvents);
}

/** Decides the commands in order, each on the state that the previous one left. */
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

/** Without a code, one is generated. */
type Enrolment = Readonly<{
  userId: number;
  parentId: number | null;
  code: string | undefined;
}>;

/**
 * The new member is one level below its parent; without a parent, which only an admin may leave out, it is a
 * level 1 (docs/domain.md, "Members and the tree").
 *
 * @throws DomainError network.unknown-member for a parent outside the user's own tree,
 * network.wrong-parent below a level 3, network.code-taken
 */
export function enrolDistributor(
  network: NetworkNow,
  user: Viewer,
  enrolment: Enrolment,
): { events: DecidedEvent[]; parentId: number | null; level: DistributorLevel } {
  const parentId = parentFor(network.state, user, enrolment.parentId);
  const level = parentId === null ? 1 : levelUnder(network.state, parentId);
  const { userId } = enrolment;
  const code = codeOf(network.state, enrolment);
  const events = changesOf(network, [{ type: "EnrolDistributor", userId, level, parentId, code }]);
  return { events, parentId, level };
}

/**
 * The terms are those that this user may grant (`newTerms`). The form requires a VAT number, so the
 * `vatRegistered` flag is always set.
 *
 * @returns with `requireStillGrantable` for the side writes
 * @throws DomainError as `enrolDistributor`, network.wrong-margin, network.wrong-percent
 */
export async function enrolStockist(
  caller: Pick<Caller, "db" | "now">,
  network: NetworkNow,
  user: Viewer,
  enrolment: Enrolment & Readonly<{ terms: RequestedTerms }>,
) {
  const { userId } = enrolment;
  const parentId = parentFor(network.state, user, enrolment.parentId);
  const grantable = await loadGrantable(caller);
  const terms = { ...newTerms(user, enrolment.terms, grantable), vatRegistered: true };
  const code = codeOf(network.state, enrolment);
  const bounds = boundsOf(grantable.standards);
  const events: DecidedEvent[] = changesOf(network, [
    { type: "EnrolStockist", userId, parentId, terms, bounds, code },
  ]);
  /**
   * A price or standard that is saved at this moment waits, and then sees these terms; one that was saved since they were judged is
   * seen here.
   */
  async function requireStillGrantable(tx: Tx): Promise<void> {
    await lockSettings(tx);
    const now = await loadGrantable({ ...caller, db: tx });
    if (!isDeepStrictEqual(now.standards, grantable.standards))
      throw new DomainError("edit.changed-meanwhile");
    newTerms(user, enrolment.terms, now);
  }
  return { events, parentId, terms, requireStillGrantable };
}

/** A distributor enrols members under itself or below; members elsewhere in the tree are invisible to it. */
function parentFor({ members }: Network, user: Viewer, requested: number | null): number | null {
  if (isOffice(user)) return requested;
  const parentId = requested ?? user.id;
  if (!isWithin(parentId, user.id, members.get))
    throw new DomainError("network.unknown-member", String(parentId));
  return parentId;
}

function levelUnder(network: Network, parentId: number): DistributorLevel {
  const parent = network.members.get(parentId);
  if (!parent) throw new DomainError("network.unknown-member", String(parentId));
  const level = parent.level === 4 ? null : levelBelow(parent.level);
  if (level === null) throw new DomainError("network.wrong-parent", String(parentId));
  return level;
}

function codeOf(network: Network, { code, userId }: Enrolment): string {
  return code ?? codeFrom(userId, (generated) => isCodeTaken(network, generated));
}

/** Whole percent, as the shop settings have them. */
type StockistStandards = Readonly<SettingsOf<"stockists">>;

/** What the terms of a new stockist are held against. */
type Grantable = Readonly<{ standards: StockistStandards; prices: readonly PriceInTime[] }>;

async function loadGrantable({ db, now }: Pick<Caller, "db" | "now">): Promise<Grantable> {
  return {
    standards: await loadStockistStandards(db),
    prices: await loadHighestPrices(db, now()),
  };
}

type RequestedTerms = Readonly<{
  stockistMargin?: number | undefined;
  distributorPercent?: number | undefined;
}>;

/**
 * The percentages of a new stockist, in basis points. Only the office sets them; other users add stockists on
 * the shop's standard terms, and a value that differs from them is refused (docs/domain.md, "Price of a
 * line"; docs/decisions.md, 39).
 *
 * @throws DomainError access.forbidden, account.no-margin, network.margin-of-two
 */
function newTerms(
  user: Viewer,
  requested: RequestedTerms,
  { standards, prices }: Grantable,
): Omit<StockistTerms, "vatRegistered"> {
  const { stockistMarginDefault, stockistPercentDefault, stockistMarginMax } = standards;
  const { stockistMargin, distributorPercent = stockistPercentDefault } = requested;
  if (isOffice(user)) {
    if (stockistMargin === undefined)
      throw new DomainError("account.no-margin", { field: "stockistMargin" });
    const isAboveStandard = stockistMargin > stockistMarginDefault;
    const isOfTwo = isAboveStandard && isDiscountOfTwo(stockistMargin * 100, prices);
    if (isOfTwo && stockistMargin <= stockistMarginMax)
      throw new DomainError("network.margin-of-two", { field: "stockistMargin" });
    return { marginBps: stockistMargin * 100, distributorBps: distributorPercent * 100 };
  }
  const isStandard =
    (stockistMargin ?? stockistMarginDefault) === stockistMarginDefault &&
    distributorPercent === stockistPercentDefault;
  if (!isStandard) throw new DomainError("access.forbidden");
  return { marginBps: stockistMarginDefault * 100, distributorBps: stockistPercentDefault * 100 };
}

/** The highest percentages that the office may set, in basis points. */
export function boundsOf({
  stockistMarginMax,
  stockistPercentMax,
}: StockistStandards): TermsBounds {
  return { marginBps: stockistMarginMax * 100, distributorBps: stockistPercentMax * 100 };
}

/** Easy to say on the phone, and not a person's name. */
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
 * Generates the code of a member's link: a plant and the account's number, with a suffix if the code is taken.
 * It holds nothing of the name, because codes stay in the ledger permanently and personal data must be erasable.
 */
export function codeFrom(userId: number, isTaken: (code: string) => boolean): string {
  const plant = plants[userId % plants.length] ?? plants[0];
  const own = `${plant}${userId}`;
  let code = own;
  for (let number = 2; isTaken(code); number++) code = `${own}-${number}`;
  return code;
}
