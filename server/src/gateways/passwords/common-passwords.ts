/** An online guesser who is held back gets nowhere near so many tries (zxcvbn's "very guessable"). */
const guessesMax = 1_000_000;
/** No word of a person's own is longer; what a form sends may be. */
const ownWordMax = 50;

/**
 * Tells easy passwords by the list of those that are chosen most. English dictionaries would take ten times as long and
 * 100 MB for the same verdicts; the list is read when it is needed first, because most processes never do.
 */
export function commonPasswords() {
  let estimator: ReturnType<typeof loadEstimator> | null = null;

  return async (password: string, about: readonly string[]): Promise<boolean> => {
    estimator ??= loadEstimator();
    const own = about.flatMap((words) => words.slice(0, ownWordMax).split(/[^\p{L}\d]+/u));
    const words = own.filter((word) => word.length > 1);
    return (await estimator).check(password, words).guesses < guessesMax;
  };
}

async function loadEstimator() {
  const [{ ZxcvbnFactory }, { dictionary, adjacencyGraphs }] = await Promise.all([
    import("@zxcvbn-ts/core"),
    import("@zxcvbn-ts/language-common"),
  ]);
  return new ZxcvbnFactory({
    dictionary: { passwords: dictionary["passwords-common"] },
    graphs: adjacencyGraphs,
    maxLength: 128,
  });
}
