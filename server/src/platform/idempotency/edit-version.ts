import { DomainError } from "@portal/shared/platform/domain-error.ts";
import { requestHash } from "../ledger/canonical-json.ts";

const shownDigits = 16;

/** A hash of what a form shows of an item: the same content has the same version, whenever it was saved. */
export function versionOf(content: object): string {
  return requestHash(content).toString("hex").slice(0, shownDigits);
}

/**
 * Optimistic locking: refuses an edit of an item that was changed since it was read. A program that sends no version is not
 * checked.
 *
 * @param saved null where no item is saved
 * @param began the version that the caller read
 * @throws DomainError edit.changed-meanwhile
 */
export function requireVersion(saved: string | null, began: string | null | undefined): void {
  if (began !== undefined && began !== saved) throw new DomainError("edit.changed-meanwhile");
}

/** The fields that differ, with both values, for the audit log. */
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
