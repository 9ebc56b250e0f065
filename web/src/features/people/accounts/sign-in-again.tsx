import { Button } from "@mantine/core";
import { useEffect, useId, useRef, useState } from "react";
import { api } from "../../../api/api.ts";
import type { SignedInUser } from "../../../session/session.tsx";
import { FactorStep } from "./factor-step.tsx";
import classes from "./accounts.module.css";
import { SignIn } from "./sign-in.tsx";

/**
 * Covers the page, so that nothing of it can be read, until the person signs in again or gives up what was typed. A native
 * dialog, because it stands above every other dialog and makes all that is below it inert.
 */
export function SignInAgain(props: { user: SignedInUser; onGivenUp: () => void }) {
  const box = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const [heading, setHeading] = useState("Sign in");
  const { data: waiting } = api.auth.me.useQuery();
  const stay = () => {
    if (box.current?.isConnected && !box.current.open) box.current.showModal();
  };
  useEffect(stay, []);

  return (
    <dialog
      ref={box}
      className={classes.again}
      aria-labelledby={titleId}
      onCancel={(event) => event.preventDefault()}
      // Browsers close a dialog on a second Escape in a row without a cancelable event.
      onClose={stay}
    >
      <div className={`${classes.inner} stack`}>
        <h2 id={titleId}>{heading === "Sign in" ? "Your session has ended" : heading}</h2>
        <p className="plain">
          Sign in again as {props.user.email} to continue. What you typed on this page is kept.
        </p>
        {waiting?.lacks ? (
          <FactorStep key={waiting.lacks} user={waiting} onOver={() => {}} />
        ) : (
          <SignIn
            email={props.user.email}
            isDialog
            hasFactorStep
            onSignedIn={() => {}}
            onStep={setHeading}
          />
        )}
        <Button variant="subtle" color="protea" onClick={props.onGivenUp}>
          Discard what I typed
        </Button>
      </div>
    </dialog>
  );
}
