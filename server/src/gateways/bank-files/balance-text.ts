const balances =
  /^(?:(?:open(?:ing)?|clos(?:e|ing)|beginning|ending|available|provisional) (?:bal(?:ance)?|statement)\b.*|bal(?:ance)? (?:brought|carried) (?:forward|down)\b.*|bal(?:ance)? [bc]\/?[fd]|(?:brought|carried) forward\b.*|(?:sub-?|grand )?totals?|total (?:debits?|credits?|deposits|withdrawals|payments|paid (?:in|out)|money (?:in|out)|fees))\s*:?$/i;

/** Whether the text says that the line is a balance or a total, and no transaction. */
export function isBalanceText(text: string): boolean {
  return balances.test(text.trim());
}
