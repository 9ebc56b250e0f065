import type { MemberLevel, ShownRole } from "@portal/shared/platform/roles.ts";

export const roleWords = {
  admin: "Admin",
  distributor: "Distributor",
  school: "School",
  stockist: "Stockist",
  customer: "Customer",
} as const satisfies Record<ShownRole, string>;

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
