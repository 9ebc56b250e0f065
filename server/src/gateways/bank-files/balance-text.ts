import { isDayText } from "./day-text.ts";

const balances =
  /^(?:(?:open(?:ing)?|clos(?:e|ing)|beginning|ending|available|provisional) (?:bal(?:ance)?|statement)|bal(?:ance)? (?:brought|carried) (?:forward|down)|bal(?:ance)? [bc]\/?[fd]|(?:brought|carried) forward)\b/i;
const totals =
  /^(?:(?:sub-?|grand )?totals?|total (?:debits?|credits?|deposits|withdrawals|payments|paid (?:in|out)|money (?:in|out)|fees))\s*:?$/i;

/** Whether the text of a line without a day or an amount says that it is a balance or a total. */
export function isBalanceText(text: string): boolean {
  return balances.test(text.trim()) || totals.test(text.trim());
}

/**
 * Whether the text of a line with a day and an amount says that it is a balance, and nothing else but its day. A payer may be
 * called Total, or write the words of a balance before an order.
 */
export function isBalanceAlone(text: string): boolean {
  const bare = text.trim();
  const rest = bare.replace(balances, "");
  const day = rest.replace(/^\s*(?:as (?:of|at)|on)\b|^\s*:/i, "").trim();
  return rest !== bare && (day === "" || isDayText(day));
}
