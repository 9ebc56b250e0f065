import type { KeyboardEvent, MouseEvent } from "react";

function rowOf(control: Element): Element | null {
  return control.closest("tr, li");
}

/** J and K move to the next and previous row, X selects a row; Enter opens it as any link. */
export function moveByKeys(event: KeyboardEvent<HTMLElement>): void {
  const { key, target, currentTarget } = event;
  if (event.ctrlKey || event.metaKey || event.altKey || !(target instanceof HTMLElement)) return;
  if (target.isContentEditable || target.matches("input:not([type=checkbox]), select, textarea"))
    return;
  const rows = [...currentTarget.querySelectorAll<HTMLElement>("[data-row]")];
  const at = rows.findIndex((row) => rowOf(row) === rowOf(target));
  if (key === "j" || key === "k") {
    rows[at === -1 ? 0 : at + (key === "j" ? 1 : -1)]?.focus();
    event.preventDefault();
  }
  if (key === "x") rowOf(target)?.querySelector<HTMLElement>("input[type=checkbox]")?.click();
}

/** Whether a click is on a control of the row, or ends a text selection: it does not open the row. */
export function isOwnPress(event: MouseEvent<HTMLElement>): boolean {
  const { target } = event;
  const isControl =
    target instanceof Element &&
    target.closest("a, button, input, label, select, [role=menu], [role=dialog]") !== null;
  return isControl || (window.getSelection()?.toString() ?? "") !== "";
}
