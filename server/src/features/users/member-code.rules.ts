/** Leaves room for a number behind it. */
const lettersMax = 20;

/**
 * A code for the link of somebody who was given none: the first name, for it has to be said on the
 * phone, with a number where others have it already. Never the last name: a code stands in the ledger
 * for good, and the two together would tell who it was.
 */
export function codeFrom(
  firstName: string,
  userId: number,
  isTaken: (code: string) => boolean,
): string {
  const letters = firstName
    .normalize("NFD")
    .replaceAll(/[^A-Za-z]/g, "")
    .slice(0, lettersMax)
    .toUpperCase();
  // A name in letters that no link can hold.
  const name = letters.length < 2 ? `M${userId}` : letters;
  let code = name;
  for (let number = 2; isTaken(code); number++) code = `${name}${number}`;
  return code;
}
