const pressable = 'button, a[href], label, input[type="checkbox"], input[type="radio"]';
const typedIn = "input, textarea";

/**
 * Leaving a field may show a message below it, which moves the button that is being pressed away from the pointer, and the
 * press is lost. So a field keeps the focus until the pointer is released; what leaving it does happens before the click.
 * Elements that keep the focus by themselves are left alone.
 *
 * Safari gives a pressed button no focus, to which a dialog that it opens would return it: here the button gets it.
 */
export function holdFocusWhilePressing(page: Document): void {
  let pressed: Element | null = null;
  page.addEventListener("mousedown", (event) => {
    pressed = null;
    if (event.defaultPrevented || event.button !== 0) return;
    const field = page.activeElement;
    const target = pressableOf(event.target);
    if (!target) return;
    if (!field?.matches(typedIn)) {
      if (target instanceof HTMLButtonElement) pressed = target;
      return;
    }
    event.preventDefault();
    const isItsLabel = target instanceof HTMLLabelElement && target.control === field;
    if (!isItsLabel) pressed = target;
  });
  page.addEventListener(
    "mouseup",
    (event) => {
      const target = pressableOf(event.target);
      const field = page.activeElement;
      if (target === null || target !== pressed || target === field) return;
      pressed = null;
      if (target instanceof HTMLElement) target.focus({ preventScroll: true });
      // A label takes no focus.
      if (field instanceof HTMLElement && page.activeElement === field) field.blur();
    },
    { capture: true },
  );
}

function pressableOf(target: EventTarget | null): Element | null {
  return target instanceof Element ? target.closest(pressable) : null;
}
