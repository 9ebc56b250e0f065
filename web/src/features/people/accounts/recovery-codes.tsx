import "@mantine/core/styles/CheckboxCard.layer.css";
import "@mantine/core/styles/CheckboxIndicator.layer.css";
import "@mantine/core/styles/Checkbox.layer.css";
import { Button, Checkbox } from "@mantine/core";
import { useState } from "react";
import "../../../theme/mantine-forms.ts";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { saveFile } from "../../../ui/save-file.ts";
import classes from "./factors.module.css";

/** Shown once; where others have ended already, the profile asks before they are lost (factors-card.tsx). */
export function RecoveryCodes(props: {
  codes: readonly string[];
  /** What the box says. */
  onTick?: (areKept: boolean) => void;
  onKept: () => void;
}) {
  const [isKept, setKept] = useState(false);
  const text = props.codes.join("\n");
  return (
    <section className="stack" aria-labelledby="recovery-codes">
      <h2 id="recovery-codes">Your recovery codes</h2>
      <p className="plain">
        If you lose your phone, one of these lets you set up a new one. Each works once. Keep them
        away from your phone: we cannot show them again.
      </p>
      <ul className={`${classes.codes} plain`} translate="no">
        {props.codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={`${classes.noPrint} row`}>
        <CopyButton value={text} what="the recovery codes" />
        <Button
          variant="default"
          onClick={() => saveFile(new Blob([`${text}\n`]), "recovery-codes.txt")}
        >
          Download
        </Button>
        <Button variant="default" onClick={() => window.print()}>
          Print
        </Button>
      </div>
      <Checkbox
        className={classes.noPrint ?? ""}
        label="I have kept these codes"
        checked={isKept}
        onChange={({ currentTarget }) => {
          setKept(currentTarget.checked);
          props.onTick?.(currentTarget.checked);
        }}
      />
      <Button className={classes.noPrint ?? ""} disabled={!isKept} fullWidth onClick={props.onKept}>
        Continue
      </Button>
    </section>
  );
}
