import type { TreeNode } from "@portal/shared/network/network-tree.ts";
import type { Currency } from "@portal/shared/platform/money.ts";
import { api, type ApiInputs } from "../../../api/api.ts";

/** Whose network, and whether deactivated members stand in it. */
export type NetworkScope = Readonly<{ of: number | null; showDeleted: boolean }>;

/** Everybody directly below one node, or at the top, as far as it was asked for. */
export type Branch = Readonly<{
  nodes: readonly TreeNode[];
  total: number;
  /** How many the server puts on a page; known by the first one that is full. */
  perPage: number;
  currency: Currency;
  isLoading: boolean;
  error: unknown;
  retry: () => void;
}>;

/** The tree is asked for again after a change, not each time that somebody looks back at it. */
export const branchOptions = { staleTime: 5 * 60_000, refetchOnWindowFocus: false } as const;

export function branchInput(
  { of, showDeleted }: NetworkScope,
  under: string | null,
  page: number,
): ApiInputs["network"]["tree"] {
  return {
    depth: 1,
    page,
    showDeleted,
    ...(of === null ? {} : { of }),
    ...(under === null ? {} : { under }),
  };
}

/** `under` null: the top. Pages are asked for one by one, so that more of them costs no more than that. */
export function useBranch(scope: NetworkScope, under: string | null, pages: number): Branch {
  const asked = Array.from({ length: pages }, (_, index) => branchInput(scope, under, index + 1));
  const answers = api.useQueries((t) => asked.map((input) => t.network.tree(input, branchOptions)));
  const known = answers.flatMap(({ data }) => (data ? [data] : []));
  const failed = answers.filter(({ error, data }) => error !== null && data === undefined);
  return {
    nodes: known.flatMap(({ nodes }) => nodes),
    total: known[0]?.total ?? 0,
    perPage: known[0]?.nodes.length ?? 0,
    currency: known[0]?.currency ?? "ZAR",
    isLoading: answers.some(({ isPending, error }) => isPending && error === null),
    error: failed[0]?.error ?? null,
    retry: () => {
      for (const { refetch } of failed) void refetch();
    },
  };
}

/** How many more a page has that was not asked for yet. */
export function moreWords({ nodes, total, perPage }: Branch): string | null {
  const left = total - nodes.length;
  return left > 0 ? `Show ${Math.min(left, perPage)} more` : null;
}
