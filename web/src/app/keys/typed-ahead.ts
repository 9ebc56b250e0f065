let typed = "";
let stop: (() => void) | null = null;

/**
 * Keeps what is typed between opening the search and its field, whose code may still be on its way. Escape and a press
 * elsewhere give it up.
 */
export function keepTyped(onGivenUp: () => void): void {
  takeTyped();
  const onKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape") {
      takeTyped();
      onGivenUp();
    } else if (event.key === "Backspace") typed = typed.slice(0, -1);
    else if (event.key.length === 1) typed += event.key;
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  document.addEventListener("keydown", onKey, { capture: true });
  document.addEventListener("pointerdown", takeTyped, { capture: true });
  stop = () => {
    document.removeEventListener("keydown", onKey, { capture: true });
    document.removeEventListener("pointerdown", takeTyped, { capture: true });
  };
}

/** @returns what was typed until now; from here on the field takes it */
export function takeTyped(): string {
  const taken = typed;
  typed = "";
  stop?.();
  stop = null;
  return taken;
}
