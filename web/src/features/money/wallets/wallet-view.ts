import {
  type WalletKind,
  walletKinds,
  type WalletMode,
  walletModes,
} from "@portal/shared/money/wallet-terms.ts";
import type { ListState } from "../../../ui/list/list-controls.tsx";

export const levels = [1, 2, 3, 4] as const;
type Level = (typeof levels)[number];

/** Which entries are listed; all of it stands in the address, so that every figure can lead there. */
export type EntryFilter = Readonly<{
  mode: WalletMode;
  level: Level | null;
  kind: WalletKind | null;
  month: string | null;
  /** The id of the payout that they are part of. */
  payout: string | null;
}>;

export const modeWords: Readonly<Record<WalletMode, string>> = {
  current: "Current",
  historical: "Historical",
  total: "Total",
};

/** The same in the middle of a sentence. */
export const modeMeaning: Readonly<Record<WalletMode, string>> = {
  current: "since your last payout",
  historical: "up to your last payout",
  total: "all time",
};

export function modeIn(text: string | null): WalletMode | null {
  return walletModes.find((known) => known === text) ?? null;
}

export function filterOf(list: Pick<ListState<string>, "param">): EntryFilter {
  const month = list.param("month");
  const payout = list.param("payout");
  return {
    mode: modeIn(list.param("mode")) ?? "total",
    level: levels.find((known) => String(known) === list.param("level")) ?? null,
    kind: walletKinds.find((known) => known === list.param("kind")) ?? null,
    month: month !== null && /^\d{4}-(0[1-9]|1[0-2])$/.test(month) ? month : null,
    payout: payout !== null && payout.length <= 64 ? payout || null : null,
  };
}

/** The address of the entries behind a figure; the figures above stay as they are. */
export function entriesPath(
  filter: Partial<Record<"mode" | "level" | "kind" | "month" | "payout", string>>,
  figures?: WalletMode,
): string {
  const params = new URLSearchParams(filter);
  if (figures && figures !== "current") params.set("figures", figures);
  return `/distributor/my-wallet?${params}#entries`;
}

export function inMode(mode: WalletMode, total: number, current: number): number {
  if (mode === "total") return total;
  return mode === "current" ? current : total - current;
}

/** 1312 reads "1 312", as amounts do; a minus is a real one. */
export function countWords(count: number): string {
  const digits = String(Math.abs(count)).replace(/\B(?=(\d{3})+$)/g, "\u00a0");
  return count < 0 ? `−${digits}` : digits;
}

const months = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
];

/** "March 2026" of `2026-03` */
export function monthWords(month: string): string {
  return `${months[Number(month.slice(5)) - 1] ?? ""} ${month.slice(0, 4)}`;
}
