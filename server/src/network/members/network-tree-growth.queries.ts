import { siblingsPerPage } from "@portal/shared/network/network-tree.ts";
import type { ReadDatabase } from "../../platform/db/database.ts";
import { countChildren, listChildren, type Place } from "./network-tree-places.queries.ts";

/** A place with those below it, as far as they were read. */
export type Branch = Place & Readonly<{ childCount: number; children: readonly Branch[] }>;

/** Generations are added to the first one until an answer holds about so many; a click brings the rest. */
const childrenMax = 100;

export async function growBranches(
  db: ReadDatabase,
  places: readonly Place[],
  { depth, showDeleted }: Readonly<{ depth: number; showDeleted: boolean }>,
): Promise<Branch[]> {
  const present = places.filter(({ isEarlier }) => !isEarlier).map(({ userId }) => userId);
  const counts = await countChildren(db, present, { showDeleted });
  const opened = depth > 1 ? firstOf(present, counts) : [];
  const children = opened.length > 0 ? await listChildren(db, opened, { showDeleted }) : [];
  const grown =
    children.length > 0 ? await growBranches(db, children, { depth: depth - 1, showDeleted }) : [];

  const under = Map.groupBy(grown, ({ underId }) => underId);
  return places.map((place) => ({
    ...place,
    childCount: place.isEarlier ? 0 : (counts.get(place.userId) ?? 0),
    children: place.isEarlier ? [] : (under.get(place.userId) ?? []),
  }));
}

export function allPlacesOf(branch: Branch): Place[] {
  return [branch, ...branch.children.flatMap(allPlacesOf)];
}

/** Those whose children have room in the answer, from the first on. */
function firstOf(userIds: readonly number[], counts: ReadonlyMap<number, number>): number[] {
  const opened: number[] = [];
  let children = 0;
  for (const userId of userIds) {
    const count = Math.min(counts.get(userId) ?? 0, siblingsPerPage);
    if (count === 0) continue;
    children += count;
    if (children > childrenMax) break;
    opened.push(userId);
  }
  return opened;
}
