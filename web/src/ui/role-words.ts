import type { MemberLevel, ShownRole } from "@portal/shared/platform/roles.ts";

export const roleWords = {
  admin: "Admin",
  distributor: "Distributor",
  school: "School",
  stockist: "Stockist",
  customer: "Customer",
} as const satisfies Record<ShownRole, string>;

/** What a level is called; stockists count as level 4 and are called by their name. */
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
