import { DomainError } from "@portal/shared/platform/domain-error.ts";

/** What was changed from what to what, for the audit: only the fields that differ. */
export function changedFields(
  before: object,
  after: object,
): Record<string, readonly [unknown, unknown]> {
  const old = new Map<string, unknown>(Object.entries(before));
  return Object.fromEntries(
    Object.entries(after)
      .filter(([name, value]) => old.has(name) && value !== old.get(name))
      .map(([name, value]) => [name, [old.get(name), value] as const]),
  );
}

/** @throws DomainError edit.changed-meanwhile where somebody else saved since it was read */
export function requireUnchanged(saved: string, readAt: string | null | undefined): void {
  if (readAt && Date.parse(readAt) < Date.parse(saved))
    throw new DomainError("edit.changed-meanwhile");
}
