import { Button } from "@mantine/core";
import { useState } from "react";
import { api } from "../../../api/api.ts";
import { guestId } from "../../../session/guest-id.ts";
import { useGuestBuyer } from "../../../session/guest-buyer.ts";
import { useSession } from "../../../session/session.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Loading } from "../../../ui/feedback.tsx";
import { forgetSignUp, keptSignUp } from "./kept-sign-up.ts";
import { SignIn } from "./sign-in.tsx";
import { type KnownPerson, SignUp, type SignUpTitle, signUpTitles } from "./sign-up.tsx";

/** An account is offered once, and never in the way: whoever says no is not asked again in this tab. */
export function GuestOffer() {
  const session = useSession();
  const [isDeclined, setDeclined] = useState(wasDeclined);
  const [open, setOpen] = useState<"sign-up" | "sign-in" | null>(() =>
    keptSignUp() ? "sign-up" : null,
  );
  const close = () => {
    forgetSignUp();
    setOpen(null);
  };
  const decline = () => {
    rememberDeclined();
    setDeclined(true);
  };

  // Halfway through a registration somebody is signed in already, and the dialog stays for the password.
  if (open === "sign-up") return <SignUpDialog onClose={close} />;
  if (open === "sign-in") return <SignInDialog onClose={close} />;
  if (session.state !== "guest" || isDeclined) return null;
  return (
    <section className="card stack" aria-labelledby="guest-offer">
      <div>
        <h2 id="guest-offer">Save your details for next time</h2>
        <p className="quiet">
          Create an account to order faster next time and see your past orders.
        </p>
      </div>
      <div className="row">
        <Button variant="default" onClick={() => setOpen("sign-up")}>
          Sign up
        </Button>
        <Button variant="default" onClick={decline}>
          Not now
        </Button>
      </div>
      <button type="button" className="link" onClick={() => setOpen("sign-in")}>
        Sign in instead
      </button>
    </section>
  );
}

function SignUpDialog(props: { onClose: () => void }) {
  const [title, setTitle] = useState<SignUpTitle>(() =>
    keptSignUp() ? signUpTitles.code : signUpTitles.details,
  );
  const known = useKnownPerson();
  return (
    <Dialog title={title} onClose={props.onClose}>
      {known ? (
        <SignUp known={known} onStep={setTitle} onDone={props.onClose} />
      ) : (
        <Loading what="the form" lines={4} height={60} />
      )}
    </Dialog>
  );
}

function SignInDialog(props: { onClose: () => void }) {
  const [title, setTitle] = useState("Sign in");
  return (
    <Dialog title={title} onClose={props.onClose}>
      <SignIn isDialog onStep={setTitle} onSignedIn={props.onClose} />
    </Dialog>
  );
}

/** Who bought, or a guest's only recipient, who most often is the guest; what is wrong is typed over. */
function useKnownPerson(): KnownPerson | null {
  const { typed, isRecipient } = useGuestBuyer();
  const { data, isPending } = api.addresses.list.useQuery({ uniqueId: guestId() });
  if (isPending) return null;
  if (isRecipient === false && typed.email !== "") return typed;
  const [only, ...others] = data ?? [];
  if (!only || others.length > 0) return typed;
  return {
    firstName: only.recipientFirstName,
    lastName: only.recipientLastName,
    email: only.recipientEmail,
    cellNumber: only.recipientCell,
  };
}

const declinedKey = "guest-offer-declined";

function wasDeclined(): boolean {
  try {
    return sessionStorage.getItem(declinedKey) !== null;
  } catch {
    return false;
  }
}

function rememberDeclined(): void {
  try {
    sessionStorage.setItem(declinedKey, "yes");
  } catch {
    // Storage is full or forbidden: the offer then comes once more on the next page.
  }
}
