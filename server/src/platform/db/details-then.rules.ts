/**
 * Details as they held at an instant; where a field was empty then, its first value that was typed later.
 *
 * @param former those that were replaced since, the earliest first
 */
export function detailsThen<Field extends string>(
  former: readonly Readonly<Record<Field, string>>[],
  present: Readonly<Record<Field, string>>,
): Readonly<Record<Field, string>> {
  const then: Record<Field, string> = { ...present };
  for (const details of former.toReversed())
    for (const field in then) if (details[field] !== "") then[field] = details[field];
  return then;
}
