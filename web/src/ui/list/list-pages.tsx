import { grouped } from "../../digit-groups.ts";
import { useEffect, useEffectEvent } from "react";
import { Group, NativeSelect, Pagination, Text } from "@mantine/core";
import { useIsPhone } from "../use-is-phone.ts";
import { type ListState, pageSizes } from "./list-controls.tsx";

/** "21 to 40 of 134 orders", or "of 1 000+ orders" for a capped count, and the pagination. */
export function ListPages(props: {
  label: string;
  page: number;
  pageSize: number;
  total: number;
  isCapped?: boolean;
  onPage: (page: number) => void;
  /** Set where the user can choose the rows per page. */
  onPageSize?: ((rows: number) => void) | undefined;
}) {
  const { page, pageSize, total, onPageSize } = props;
  const isPhone = useIsPhone();
  const last = Math.max(props.isCapped ? page + 1 : 1, Math.ceil(total / pageSize));
  const hasChoice = onPageSize && !isPhone && total > pageSizes[0];

  return (
    <Group
      component="nav"
      aria-label={`Pages of ${props.label}`}
      justify="space-between"
      gap="sm"
      mt="sm"
    >
      <Group gap="xs" wrap="nowrap">
        <Text size="sm" c="dimmed" className="tabular" role="status">
          {countWords(props, last)}
        </Text>
        {hasChoice && (
          <NativeSelect
            aria-label="Rows on a page"
            size="xs"
            w={72}
            data={pageSizes.map(String)}
            value={String(pageSize)}
            onChange={(event) => onPageSize(Number(event.currentTarget.value))}
          />
        )}
      </Group>
      {last > 1 && (
        <Pagination
          total={last}
          value={page}
          onChange={props.onPage}
          siblings={isPhone ? 0 : 1}
          withEdges={!isPhone && !props.isCapped}
          getItemProps={(item) => ({ "aria-label": `Page ${item}` })}
          getControlProps={(control) => ({ "aria-label": controlNames[control] })}
        />
      )}
    </Group>
  );
}

/**
 * Leaves a page that has no rows any more, because the last one was dealt with, for the page that is now the last.
 *
 * @returns whether the page is such a one; it is not an empty list
 */
export function useLeftPage(
  list: Pick<ListState, "page" | "goToPage">,
  answer: Readonly<{
    data: { rows: readonly unknown[]; total: number } | undefined;
    isPlaceholderData?: boolean;
  }>,
  pageSize: number,
): boolean {
  const { page } = list;
  const total = answer.data?.total ?? 0;
  const isLeft = answer.data?.rows.length === 0 && total > 0;
  const isToLeave = isLeft && page > 1 && !answer.isPlaceholderData;
  const leave = useEffectEvent(() =>
    list.goToPage(Math.min(page - 1, Math.ceil(total / pageSize)), "replace"),
  );
  // Again on the next page that is empty.
  const pageToLeave = isToLeave ? page : null;
  useEffect(() => {
    if (pageToLeave !== null) leave();
  }, [pageToLeave]);
  return isLeft;
}

const controlNames = {
  first: "First page",
  previous: "Previous page",
  next: "Next page",
  last: "Last page",
} as const;

function countWords(
  list: { label: string; page: number; pageSize: number; total: number; isCapped?: boolean },
  last: number,
): string {
  const { label, page, pageSize, total } = list;
  if (last === 1) return `${grouped(total)} ${total === 1 ? oneOf(label) : label}`;
  const from = (page - 1) * pageSize + 1;
  const to = Math.min(total, page * pageSize);
  return `${grouped(from)} to ${grouped(to)} of ${grouped(total)}${list.isCapped ? "+" : ""} ${label}`;
}

const irregular: Readonly<Record<string, string>> = {
  people: "person",
  "kinds of documents": "kind of documents",
  "months of rounding": "month of rounding",
};

/** The singular of a list's label: "entry" for "entries". */
export function oneOf(rows: string): string {
  const known = irregular[rows];
  if (known !== undefined) return known;
  if (rows.endsWith("ies")) return `${rows.slice(0, -3)}y`;
  return rows.replace(/(ch)es$|s$/, "$1");
}
