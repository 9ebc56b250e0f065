/**
 * Does one after the other. What cannot be done keeps nothing else from being done.
 *
 * @throws AggregateError with what went wrong, after the rest was done
 */
export async function eachForItself(
  steps: readonly (() => Promise<unknown>)[],
  complaint: string,
): Promise<void> {
  const failures: unknown[] = [];
  for (const step of steps) await step().catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw new AggregateError(failures, complaint);
}
