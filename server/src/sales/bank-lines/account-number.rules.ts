const fewestDigits = 4;

/** What an account is known by, however a file writes it: its digits, or its words where these are too few (`GBP Savings 2`). */
export function identityOf(account: string): string {
  const digits = account.replaceAll(/\D/gu, "");
  const words = account.toUpperCase().replaceAll(/[^\p{L}\d]/gu, "");
  return digits.length < fewestDigits && /\p{L}/u.test(words) ? words : digits;
}

/** Whether two files write the same account: by one name, or with a branch, a bank or a currency beside the number. */
export function isOneAccount(account: string, other: string): boolean {
  const [one, another] = [significant(account), significant(other)];
  if (one === "" || another === "") return false;
  if (isName(one) || isName(another)) return one === another;
  return one.endsWith(another) || another.endsWith(one);
}

/** Whether two files may write the same account: also where one writes none, or a name in place of the number. */
export function mayBeOneAccount(account: string, other: string): boolean {
  const [one, another] = [significant(account), significant(other)];
  if (one === "" || another === "" || isName(one) !== isName(another)) return true;
  return isOneAccount(account, other);
}

function isName(identity: string): boolean {
  return /\D/u.test(identity);
}

/**
 * Names accounts by their last digits, by as many as tell them apart, or by their names; null for the shop's own and for none.
 *
 * @param accounts all of them, as files write them: with a branch before the number, or with its last digits alone
 */
export function accountNamer(
  ownAccount: string,
  accounts: readonly string[],
): (account: string) => string | null {
  const own = identityOf(ownAccount);
  const written = new Map(accounts.map((account) => [identityOf(account), account.trim()]));
  const others = [...written.keys()].filter((identity) => !isSame(identity, own));
  const whole = wholeNumbers([own, ...others]);
  const numbers = new Map(others.map((digits) => [digits, numberOf(digits, whole)]));
  const known = [...new Set(numbers.values())].filter((number) => number !== own);
  return (account) => {
    const number = numbers.get(identityOf(account));
    if (number === undefined || number === own) return null;
    return isName(number) ? (written.get(number) ?? number) : nameAmong(known, number);
  };
}

/** Whether an account is the shop's own or one of these, by the names under which balances are told apart. */
export function isAmongAccounts(
  account: string,
  ownAccount: string,
  others: readonly string[],
): boolean {
  const nameOf = accountNamer(ownAccount, [...others, account]);
  const name = nameOf(account);
  if (name !== null) return others.some((other) => nameOf(other) === name);
  return identityOf(ownAccount) !== "" || others.some((other) => identityOf(other) === "");
}

/** Some files write leading zeros, others do not. */
function significant(account: string): string {
  return identityOf(account).replace(/^0+/, "");
}

/** Without those that are another one with a branch before it. */
function wholeNumbers(accounts: readonly string[]): string[] {
  const long = accounts.filter((identity) => !isShort(identity) && !isName(identity));
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
  if (isName(digits)) return digits;
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
  const digits = identityOf(account);
  if (digits === "" || isName(digits) || !isShort(digits)) return null;
  const whole = wholeNumbers([...new Set(accounts.map(identityOf))]);
  return whole.filter((number) => number.endsWith(digits)).length > 1 ? digits : null;
}

/** Some banks write a branch before the number, and a file without a number is of the own account. */
function isSame(account: string, own: string): boolean {
  if (account === "" || account === own) return true;
  if (isName(account)) return false;
  return own.length > 6 && (account.endsWith(own) || (account.length > 6 && own.endsWith(account)));
}
