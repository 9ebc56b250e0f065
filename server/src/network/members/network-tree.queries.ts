import { DomainError } from "@portal/shared/platform/domain-error.ts";
import type { NetworkTree, ReadTree } from "@portal/shared/network/network-tree.ts";
import type { Caller, SignedInUser } from "../../caller.ts";
import type { ReadDatabase } from "../../platform/db/database.ts";
import { readMoneyTerms } from "./network-money.queries.ts";
import { findViewer, requireWithin, type Top } from "./network-scope.queries.ts";
import { readLifeFigures, readOwnFigures } from "./network-tree-figures.queries.ts";
import { allPlacesOf, growBranches } from "./network-tree-growth.queries.ts";
import {
  findPlaces,
  hasEarlierLife,
  listOwnPlaces,
  listSiblings,
  listWays,
  type Place,
} from "./network-tree-places.queries.ts";
import { nodeOf } from "./network-tree-nodes.ts";

/**
 * A distributor's own tree, or any member's as that member sees it; the whole forest for an admin. An
 * answer holds the first generations only; the rest is asked for by `under` and `page`.
 *
 * @throws DomainError access.forbidden, network.unknown-member, network.wrong-kind
 */
export async function readTree(
  { readDb: db, shop }: Caller,
  user: SignedInUser,
  input: ReadTree,
): Promise<NetworkTree> {
  const viewer = await findViewer(db, user, input.of);
  const { currency, unitValue } = await readMoneyTerms(db, shop.region);
  const top = viewer?.id ?? null;
  const places = await listFirst(db, top, input);
  const isSearch = input.search !== undefined;
  const branches = await growBranches(db, places, {
    depth: isSearch ? 1 : input.depth,
    showDeleted: input.showDeleted,
  });
  const all = branches.flatMap(allPlacesOf);
  const showsViewer = all.some(({ userId, isEarlier }) => userId === top && !isEarlier);
  const [figuresOf, own, ways] = await Promise.all([
    readLifeFigures(db, viewer, all),
    viewer !== null && showsViewer ? readOwnFigures(db, viewer) : null,
    isSearch ? listWays(db, top, places) : null,
  ]);
  return {
    nodes: branches.map((branch) => nodeOf(branch, { top, unitValue, figuresOf, own, ways })),
    total: places[0]?.siblings ?? 0,
    currency,
  };
}

/** The first generation of the answer, or the matches of a search. */
async function listFirst(db: ReadDatabase, top: Top, input: ReadTree): Promise<Place[]> {
  const { search, under, showDeleted, page } = input;
  if (search !== undefined) return findPlaces(db, { search, top, showDeleted });
  if (under !== undefined) return listUnder(db, top, { ...input, under });
  return top === null
    ? listSiblings(db, { under: null, showDeleted, page })
    : listOwnPlaces(db, top);
}

async function listUnder(
  db: ReadDatabase,
  top: Top,
  { under, showDeleted, page }: ReadTree & { under: string },
): Promise<Place[]> {
  const [id, earlierLife] = under.split("@");
  const userId = Number(id);
  if (earlierLife === undefined) {
    await requireWithin(db, top, userId);
    return listSiblings(db, { under: userId, showDeleted, page });
  }
  if (!(await hasEarlierLife(db, top, userId)))
    throw new DomainError("network.unknown-member", under);
  // Everybody below went along into the present life.
  return [];
}
