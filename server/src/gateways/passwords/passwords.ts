import { hash, verify } from "@node-rs/argon2";

/** How passwords are kept and checked. Hashing and checking take their time on purpose. */
export type Passwords = Readonly<{
  hash: (password: string) => Promise<string>;
  /** `null` stands for an unknown account: it costs as much time as a known one and is never right. */
  isRight: (hash: string | null, password: string) => Promise<boolean>;
  /**
   * Whether it is among the first million that somebody would try: the passwords that are chosen most, also with capitals,
   * figures for letters and a sign behind, and what the person's own names (`about`) make.
   */
  isCommon: (password: string, about: readonly string[]) => Promise<boolean>;
}>;

/** Argon2id with 19 MiB and two passes, which is the library's default and OWASP's least. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

export function argon2Passwords(): Passwords {
  /** Nobody's password: what an unknown account is checked against, so that it takes as long. */
  const nobody = hash(crypto.randomUUID(), cost);

  return {
    hash: (password) => hash(password, cost),
    async isRight(known, password) {
      const isMatch = await verify(known ?? (await nobody), password);
      return known !== null && isMatch;
    },
    isCommon: commonPasswords(),
  };
}

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
