import { quantityMax } from "@portal/shared/platform/constants.ts";
import { useEffect, useId, useRef, useState } from "react";
import classes from "./quantity-stepper.module.css";

/**
 * − number ＋, where the number is a field that can be typed into. Invalid input stays in the field with an error, and the
 * quantity keeps its value.
 */
export function QuantityStepper(props: {
  label: string;
  value: number;
  onChange: (quantity: number) => void;
  /** Focuses ＋ on mounting. */
  isFocused?: boolean;
}) {
  const id = useId();
  // Typed text that is no quantity: empty or invalid.
  const [typed, setTyped] = useState<string | null>(null);
  const set = (quantity: number) => {
    setTyped(null);
    props.onChange(Math.min(quantityMax, Math.max(0, quantity)));
  };
  const type = (text: string) => {
    const number = text.trim();
    if (/^\d+$/.test(number) && Number(number) <= quantityMax) set(Number(number));
    else setTyped(number);
  };
  const isWrong = Boolean(typed);

  // Text that was typed into the prerendered field before hydration: React fires no event for it.
  const field = useRef<HTMLInputElement>(null);
  const typeRef = useRef(type);
  useEffect(() => {
    const text = field.current?.value;
    if (text !== undefined && text !== field.current?.defaultValue) typeRef.current(text);
  }, []);

  return (
    <div className={classes.box}>
      <div className={classes.stepper} role="group" aria-label={props.label}>
        <button
          type="button"
          aria-label={`One fewer ${props.label}`}
          disabled={props.value <= 0}
          onClick={() => set(props.value - 1)}
        >
          −
        </button>
        <input
          ref={field}
          id={id}
          aria-label={`Quantity of ${props.label}`}
          type="text"
          inputMode="numeric"
          pattern="[0-9]*"
          autoComplete="off"
          aria-invalid={isWrong || undefined}
          aria-describedby={isWrong ? `${id}-wrong` : undefined}
          value={typed ?? String(props.value)}
          onFocus={(event) => event.target.select()}
          onChange={(event) => type(event.target.value)}
          onBlur={() => isWrong || setTyped(null)}
        />
        <button
          type="button"
          aria-label={`One more ${props.label}`}
          autoFocus={props.isFocused}
          disabled={props.value >= quantityMax}
          onClick={() => set(props.value + 1)}
        >
          +
        </button>
      </div>
      {isWrong && (
        <p id={`${id}-wrong`} role="alert" className={classes.wrong}>
          Enter a whole number, {quantityMax} at most.
        </p>
      )}
    </div>
  );
}
