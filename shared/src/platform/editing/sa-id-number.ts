/**
 * Whether this is the number of a South African identity document: a day of birth, four digits of
 * sequence, citizenship, and a check digit over all of it (Luhn).
 */
export function isSaIdNumber(typed: string): boolean {
  if (!/^\d{13}$/.test(typed) || !isDay(typed.slice(0, 6))) return false;
  if (!/[012]/.test(typed.charAt(10))) return false;
  const sum = typed
    .split("")
    .toReversed()
    .reduce((total, digit, index) => {
      const value = Number(digit) * (index % 2 === 1 ? 2 : 1);
      return total + (value > 9 ? value - 9 : value);
    }, 0);
  return sum % 10 === 0;
}

/** "YYMMDD" in one century or the other: 29 February is there if it is in either. */
function isDay(digits: string): boolean {
  const [year, month, day] = [digits.slice(0, 2), digits.slice(2, 4), digits.slice(4)];
  return ["19", "20"].some((century) => {
    const text = `${century}${year}-${month}-${day}`;
    const date = new Date(`${text}T00:00:00Z`);
    return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
  });
}
