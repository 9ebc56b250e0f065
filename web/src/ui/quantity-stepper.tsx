import { quantityMax } from "@portal/shared/platform/constants.ts";
import { useEffect, useId, useRef, useState } from "react";
import classes from "./quantity-stepper.module.css";

/** − number ＋: the number is a real field, for those who want 36 and not 36 taps. Never below 0. */
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
  // What is being typed may be empty for a moment; the quantity then stays as it was until it is left.
  const [typed, setTyped] = useState<string | null>(null);
  const set = (quantity: number) => {
    setTyped(null);
    props.onChange(Math.min(quantityMax, Math.max(0, quantity)));
  };
  const type = (text: string) => {
    const digits = text.replaceAll(/\D/g, "").slice(0, 4);
    if (digits === "") setTyped("");
    else set(Number(digits));
  };

  // The page is drawn before its code is there: what was typed until then stands in the field, and React takes
  // over the field without a word of it.
  const field = useRef<HTMLInputElement>(null);
  const typeRef = useRef(type);
  useEffect(() => {
    const text = field.current?.value;
    if (text !== undefined && text !== field.current?.defaultValue) typeRef.current(text);
  }, []);

  return (
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
        value={typed ?? String(props.value)}
        onFocus={(event) => event.target.select()}
        onChange={(event) => type(event.target.value)}
        onBlur={() => setTyped(null)}
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
  );
}
