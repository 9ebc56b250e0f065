import { DomainError } from "@portal/shared/platform/domain-error.ts";
import { requestHash } from "../ledger/canonical-json.ts";

const shownDigits = 16;

/** Names what a form shows of an item: the same content has the same version, whenever it was saved. */
export function versionOf(content: object): string {
  return requestHash(content).toString("hex").slice(0, shownDigits);
}

/**
 * Refuses to save over what somebody else saved since an edit began. The version comes from whoever read the item; a
 * program that sends none is not asked.
 *
 * @param saved null where nothing is saved
 * @throws DomainError edit.changed-meanwhile
 */
export function requireVersion(saved: string | null, began: string | null | undefined): void {
  if (began !== undefined && began !== saved) throw new DomainError("edit.changed-meanwhile");
}

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
