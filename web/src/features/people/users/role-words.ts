import { type MemberLevel, roleWords, type ShownRole } from "@portal/shared/platform/roles.ts";

/** The name of a level; level 4 are stockists. */
export function levelWords(level: MemberLevel): string {
  return level === 4 ? "Stockist" : `Level ${level}`;
}

/** "Distributor, level 2" */
export function standingWords(
  person: Readonly<{ role: ShownRole; level: MemberLevel | null }>,
): string {
  const { role, level } = person;
  return level === null || level === 4 ? roleWords[role] : `${roleWords[role]}, level ${level}`;
}
