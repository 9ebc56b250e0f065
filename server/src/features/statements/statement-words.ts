import type { CommissionEntryRow } from "../books/books.ts";

const kinds: Readonly<Record<CommissionEntryRow["kind"], string>> = {
  own: "Own sale",
  upline: "Sale of your network",
  stockist: "Sale of your stockist",
  leader: "Leader bonus",
  "reversal-of-own": "Own sale taken back",
  "reversal-of-upline": "Sale of your network taken back",
  "reversal-of-stockist": "Sale of your stockist taken back",
  "reversal-of-leader": "Leader bonus taken back",
};

export function kindInWords(kind: CommissionEntryRow["kind"]): string {
  return kinds[kind];
}

/** 1250 basis points are `12.5 %`. */
export function percent(bps: number): string {
  return `${bps / 100} %`;
}

/** `21 Nov 2026` on the wall's calendar. */
export function dayInWords(instant: string, timeZone: string): string {
  const format = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeZone });
  return format.format(new Date(instant));
}
