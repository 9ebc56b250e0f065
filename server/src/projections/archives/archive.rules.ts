import type { ArchiveKind, BeginArchive } from "@portal/shared/money/archives.ts";
import {
  type Day,
  type FirstAndLast,
  firstDayOf,
  type Month,
  monthsOfTaxYear,
  lastDayOf,
} from "@portal/shared/platform/calendar.ts";
import type { Region } from "@portal/shared/platform/region.ts";

/** What an archive is of: any days for documents, else whole months. */
export type ArchivePeriod = FirstAndLast & Readonly<{ kind: ArchiveKind }>;

/** The days that are asked for: of the month, or of the twelve months of the tax year. */
export function periodAskedFor(asked: BeginArchive, region: Region): FirstAndLast {
  switch (asked.kind) {
    case "documents":
      return { from: asked.from, to: asked.to };
    case "statements":
    case "month-end":
      return { from: firstDayOf(asked.month), to: lastDayOf(asked.month) };
    case "tax-packs": {
      const months = monthsOfTaxYear(asked.year, region);
      return { from: firstDayOf(months[0] ?? ""), to: lastDayOf(months.at(-1) ?? "") };
    }
  }
}

/** Documents of days to come are none; a month and a tax year have to have begun. */
export function hasBegun({ kind, from }: ArchivePeriod, today: Day): boolean {
  return kind === "documents" || from <= today;
}

export function monthOf({ from }: FirstAndLast): Month {
  return from.slice(0, 7);
}

/** A tax year is named after the year in which it ends. */
export function taxYearNamed({ to }: FirstAndLast): number {
  return Number(to.slice(0, 4));
}

/** `month-end-2026-01.zip`; `-open` where the figures can still change. */
export function archiveFileName(of: ArchivePeriod & Readonly<{ isOpen: boolean }>): string {
  return `${nameOf(of)}${of.isOpen ? "-open" : ""}.zip`;
}

function nameOf(of: ArchivePeriod): string {
  switch (of.kind) {
    case "documents":
      return `documents-${of.from}-to-${of.to}`;
    case "statements":
      return `statements-${monthOf(of)}`;
    case "month-end":
      return `month-end-${monthOf(of)}`;
    case "tax-packs":
      return `tax-year-${taxYearNamed(of)}`;
  }
}

/** The first file of an archive whose figures can still change, and so the first line of its contents. */
export const notClosed = {
  name: "NOT-CLOSED.txt",
  text: "This period was not closed when these files were written. Their figures can still change.\r\n",
} as const;

/**
 * Gives each name of an archive back.
 *
 * @throws Error for a name that is not safe on every system, or that is there twice for one that ignores case
 */
export function createNameCheck(): (name: string) => string {
  const seen = new Set<string>();
  return (name) => {
    if (!/^[A-Za-z0-9][\w.-]{0,119}$/.test(name) || name.includes(".."))
      throw new Error("a file of an archive has a name that is not safe");
    const key = name.toLowerCase();
    if (seen.has(key)) throw new Error(`an archive has two files named ${name}`);
    seen.add(key);
    return name;
  };
}

/** Of whole percents; 100 once the file is there. @param total at least 1 */
export function percentOf(done: number, total: number): number {
  return Math.min(99, Math.floor((done * 100) / total));
}
