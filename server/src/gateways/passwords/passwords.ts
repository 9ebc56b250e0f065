import { hash, verify } from "@node-rs/argon2";

/** Hashing and verifying are slow on purpose. Texts that look the same are the same password (NIST 800-63B, 3.1.1.2: NFC). */
export type Passwords = Readonly<{
  hash: (password: string) => Promise<string>;
  /** `null` is for an unknown account: it takes the same time as a known one and is never right. */
  isRight: (hash: string | null, password: string) => Promise<boolean>;
  /**
   * Whether an attacker would need at most a million guesses: common passwords, also with capitals, digits for letters or a
   * character appended, and combinations of the person's own names (`about`).
   */
  isCommon: (password: string, about: readonly string[]) => Promise<boolean>;
}>;

/** Argon2id with 19 MiB and two passes, which is the library's default and OWASP's minimum. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

export function argon2Passwords(): Passwords {
  /** The hash of a random password, against which unknown accounts are verified. */
  const decoy = hash(crypto.randomUUID(), cost);

  return {
    hash: (password) => hash(password.normalize("NFC"), cost),
    async isRight(known, password) {
      const secret = known ?? (await decoy);
      // One keyboard sends "é" as one character, another as two; older hashes are of what was sent.
      const texts = new Set([password.normalize("NFC"), password, password.normalize("NFD")]);
      const matches = await Promise.all([...texts].map((text) => verify(secret, text)));
      return known !== null && matches.includes(true);
    },
    isCommon: commonPasswords(),
  };
}

/** Rate limits allow an attacker far fewer guesses (zxcvbn's "very guessable"). */
const guessesMax = 1_000_000;
const ownWordMax = 50;

/**
 * Recognizes weak passwords by a list of common ones. English dictionaries would take ten times as long and 100 MB for the
 * same results. The list is loaded on first use, because most processes never need it.
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
