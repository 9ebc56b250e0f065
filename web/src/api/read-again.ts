import { type Query, type QueryClient, type QueryKey, useQueryClient } from "@tanstack/react-query";

/** The options of a query that only its user repeats, as where each reading is logged. */
export const readOnce = {
  gcTime: 0,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
  meta: { isReadOnce: true },
} as const;

/**
 * After a change: reads again what is on the screen, and whatever else is held when it is shown next.
 *
 * @param queryKey what the change concerns; everything where it is left out
 */
export async function readAgain(client: QueryClient, queryKey: QueryKey = []): Promise<void> {
  // A first reading under way may have missed the change, and an invalidation alone would wait for it and keep it.
  await client.cancelQueries({
    queryKey,
    type: "active",
    predicate: (query) => !isKept(query) && query.state.data === undefined,
  });
  // Of what no screen shows, it may have begun for one that was left, or for whoever waits for its answer.
  for (const query of client.getQueryCache().findAll({ queryKey, type: "inactive" }))
    if (query.state.fetchStatus === "fetching" && !isKept(query))
      void query.promise?.catch(() => {}).then(() => query.invalidate());
  await client.invalidateQueries({ queryKey, predicate: (query) => !isKept(query) });
}

/** For what is no command by itself: a list of several, or a refusal that tells of another's change. */
export function useReadAgain(): () => Promise<void> {
  const client = useQueryClient();
  return () => readAgain(client);
}

function isKept(query: Query): boolean {
  if (query.meta?.["isReadOnce"] === true) return true;
  return query.observers.some(({ options }) => options.staleTime === Infinity);
}
