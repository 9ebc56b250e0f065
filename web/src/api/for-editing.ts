/** Query options for the initial values of a form: fetched on each opening, and not again while the form is open. */
export const forEditing = {
  refetchOnMount: "always",
  refetchOnWindowFocus: false,
  gcTime: 0,
  meta: { isReadOnce: true },
} as const;

/** Of a form that stays open after saving, which then goes on from what was saved. */
export const forEditingOn = { ...forEditing, meta: {} } as const;

/** Undefined until the data was fetched after mounting: cached data may be older than the last save. */
export function freshAnswer<Answer>(
  query: Readonly<{ data: Answer | undefined; isFetchedAfterMount: boolean }>,
): Answer | undefined {
  return query.isFetchedAfterMount ? query.data : undefined;
}
