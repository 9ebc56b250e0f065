/** Of an account number, however it is written. */
export function digitsOf(account: string): string {
  return account.replaceAll(/\D/g, "");
}

/**
 * Whether two files may write the same account: one of them with a branch, a bank or a currency beside the number, with its
 * last digits alone, or with none.
 */
export function mayBeOneAccount(account: string, other: string): boolean {
  const [one, another] = [significant(account), significant(other)];
  return one.endsWith(another) || another.endsWith(one);
}

/**
 * Names accounts by their last digits, by as many as tell them apart; null for the shop's own and for none.
 *
 * @param accounts all of them, as files write them: with a branch before the number, or with its last digits alone
 */
export function accountNamer(
  ownAccount: string,
  accounts: readonly string[],
): (account: string) => string | null {
  const own = digitsOf(ownAccount);
  const others = [...new Set(accounts.map(digitsOf))].filter((digits) => !isSame(digits, own));
  const whole = wholeNumbers([own, ...others]);
  const numbers = new Map(others.map((digits) => [digits, numberOf(digits, whole)]));
  const known = [...new Set(numbers.values())].filter((number) => number !== own);
  return (account) => {
    const number = numbers.get(digitsOf(account));
    return number === undefined || number === own ? null : nameAmong(known, number);
  };
}

/** Some files write leading zeros, others do not. */
function significant(account: string): string {
  return digitsOf(account).replace(/^0+/, "");
}

/** Without those that are another one with a branch before it. */
function wholeNumbers(accounts: readonly string[]): string[] {
  const long = accounts.filter((digits) => !isShort(digits));
  return long.filter((digits) =>
    long.every(
      (other) => other === digits || !isSame(digits, other) || digits.length < other.length,
    ),
  );
}

function isShort(digits: string): boolean {
  return digits.length <= 6;
}

/** The account of which a file writes these digits; the digits themselves where none or several could be it. */
function numberOf(digits: string, whole: readonly string[]): string {
  const fitting = whole.filter((number) => number.endsWith(digits) || isSame(digits, number));
  return fitting.length === 1 ? (fitting[0] ?? digits) : digits;
}

function nameAmong(numbers: readonly string[], number: string): string {
  for (let length = 4; length < number.length; length++) {
    const end = number.slice(-length);
    if (numbers.every((other) => other === number || !other.endsWith(end))) return end;
  }
  return number;
}

/** The last digits that a file writes of its account, where several of the accounts end with them; else null. */
export function sharedEnding(account: string, accounts: readonly string[]): string | null {
  const digits = digitsOf(account);
  if (digits === "" || !isShort(digits)) return null;
  const whole = wholeNumbers([...new Set(accounts.map(digitsOf))]);
  return whole.filter((number) => number.endsWith(digits)).length > 1 ? digits : null;
}

/** Some banks write a branch before the number, and a file without a number is of the own account. */
function isSame(account: string, own: string): boolean {
  if (account === "" || account === own) return true;
  return own.length > 6 && (account.endsWith(own) || (account.length > 6 && own.endsWith(account)));
}
