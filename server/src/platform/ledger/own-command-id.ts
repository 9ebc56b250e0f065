/** What the server does of its own accord, or in place of a client that is not there any more. */
type OwnCommand = "card" | "decision" | "invitation" | "plan";

/**
 * The id of a command that the server makes itself. A client's command id is always a UUID (`commandIdSchema`), so no client
 * can use this one up in advance, and it may follow from what others know or can guess: `card:live:1089250`.
 */
export function ownCommandId(
  kind: OwnCommand,
  ...names: readonly [string, ...string[]]
): `${OwnCommand}:${string}` {
  return `${kind}:${names.join(":")}`;
}
