/** Options of a query that a form begins with: it is asked anew each time, and left alone while somebody types. */
export const forEditing = {
  refetchOnMount: "always",
  refetchOnWindowFocus: false,
  gcTime: 0,
} as const;

/** What a form may begin with: never an answer from before it was opened, which saving may have made old. */
export function freshAnswer<Answer>(
  query: Readonly<{ data: Answer | undefined; isFetchedAfterMount: boolean }>,
): Answer | undefined {
  return query.isFetchedAfterMount ? query.data : undefined;
}
