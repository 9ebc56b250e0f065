import { wordsOf } from "@portal/shared/platform/texts.ts";

/** A person of a list of figures; `name` is null once erased. */
export type ListedPerson = Readonly<{ userId: number; name: string | null }>;

type Question<By extends string> = Readonly<{
  search?: string | undefined;
  sort: Readonly<{ by: By; direction: "asc" | "desc" }>;
  page: number;
  pageSize: number;
}>;

/** A page of the people found by every word of a name, or by their number, and all that were found. */
export function peoplePageOf<Row extends ListedPerson, By extends string>(
  people: readonly Row[],
  { search = "", sort, page, pageSize }: Question<By>,
  compare: Readonly<Record<By, (one: Row, other: Row) => number>>,
): Readonly<{ rows: Row[]; total: number; found: readonly Row[] }> {
  const words = wordsOf(search.toLowerCase());
  const found = people.filter(({ userId, name }) =>
    words.every((word) => word === String(userId) || (name ?? "").toLowerCase().includes(word)),
  );
  const turn = sort.direction === "asc" ? 1 : -1;
  const sorted = found.toSorted(
    (one, other) => turn * compare[sort.by](one, other) || one.userId - other.userId,
  );
  const first = (page - 1) * pageSize;
  return { rows: sorted.slice(first, first + pageSize), total: found.length, found };
}

/** By name, with erased people last. */
export function byName({ name: one }: ListedPerson, { name: other }: ListedPerson): number {
  return Number(one === null) - Number(other === null) || (one ?? "").localeCompare(other ?? "");
}
