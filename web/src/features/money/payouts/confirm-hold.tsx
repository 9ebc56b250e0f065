import { moneyRefusals } from "@portal/shared/platform/refusals/money-refusals.ts";
import { useId, useState } from "react";
import { Notice } from "../../../ui/notice.tsx";
import classes from "./payouts.module.css";

export type Hold = ReturnType<typeof useHold>;

/** Whether the office asked the person about bank details that are new. */
export function useHold() {
  const [isConfirmed, setConfirmed] = useState(false);
  const [isMissing, setMissing] = useState(false);
  return {
    isConfirmed,
    isMissing: isMissing && !isConfirmed,
    setConfirmed,
    /** Says what is missing where it is. */
    mayGoOn: () => {
      setMissing(!isConfirmed);
      return isConfirmed;
    },
  };
}

export function ConfirmHold(props: { name: string; hold: Hold }) {
  const { hold } = props;
  const id = useId();
  return (
    <Notice tone="warning" title={moneyRefusals["payout.on-hold"].message}>
      <label className={classes.tick}>
        <input
          type="checkbox"
          checked={hold.isConfirmed}
          aria-invalid={hold.isMissing}
          aria-describedby={hold.isMissing ? id : undefined}
          onChange={(event) => hold.setConfirmed(event.currentTarget.checked)}
        />
        {props.name} confirmed the new bank details to me
      </label>
      {hold.isMissing && (
        <p id={id} className={classes.missing} role="alert">
          Required
        </p>
      )}
    </Notice>
  );
}
