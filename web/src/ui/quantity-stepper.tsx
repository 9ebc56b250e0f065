import { quantityMax } from "@portal/shared/platform/constants.ts";
import { useEffect, useId, useRef, useState } from "react";
import classes from "./quantity-stepper.module.css";

/**
 * − number ＋: the number is a real field, for those who want 36 and not 36 taps. Never below 0. What is typed and is no
 * quantity stays and is said, and the quantity is what it was.
 */
export function QuantityStepper(props: {
  label: string;
  value: number;
  onChange: (quantity: number) => void;
  /** Why no more can be added; ＋ is off while there is a reason. */
  blockedReason?: string | undefined;
  /** Takes the focus when it appears, at ＋. */
  isFocused?: boolean;
}) {
  const id = useId();
  // What is typed and is no quantity: nothing for a moment, or something wrong.
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

  // The page is drawn before its code is there: what was typed until then stands in the field, and React takes
  // over the field without a word of it.
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
          disabled={props.blockedReason !== undefined || props.value >= quantityMax}
          title={props.blockedReason}
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
