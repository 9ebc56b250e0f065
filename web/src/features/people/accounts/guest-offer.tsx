import { Button } from "@mantine/core";
import { useSessionStorage } from "@mantine/hooks";
import { useEffect, useState } from "react";
import { api } from "../../../api/api.ts";
import { guestId } from "../../../session/guest-id.ts";
import { useGuestBuyer } from "../../../session/guest-buyer.ts";
import { signsInWithinOrder } from "../../../session/person.ts";
import { useSession } from "../../../session/session.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Loading } from "../../../ui/feedback.tsx";
import { forgetSignUp, keptSignUp } from "./kept-sign-up.ts";
import { SignIn } from "./sign-in.tsx";
import { firstSignUpTitle, type KnownPerson, SignUp } from "./sign-up.tsx";

/** Offers a guest an account after an order; a refusal lasts as long as the tab. */
export function GuestOffer() {
  const session = useSession();
  const [isDeclined, setDeclined] = useSessionStorage({
    key: "guest-offer-declined",
    defaultValue: false,
    getInitialValueInEffect: false,
  });
  const [open, setOpen] = useState<"sign-up" | "sign-in" | null>(() =>
    keptSignUp() ? "sign-up" : null,
  );
  const close = () => {
    forgetSignUp();
    setOpen(null);
  };

  useEffect(() => {
    signsInWithinOrder(true);
    return () => signsInWithinOrder(false);
  }, []);

  // The code of a registration signs the guest in, and the dialog stays open for the password.
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
        <Button variant="default" onClick={() => setDeclined(true)}>
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
  const [title, setTitle] = useState(firstSignUpTitle);
  const [known, setKnown] = useState<KnownPerson | null>(null);
  const found = useKnownPerson();
  // Read once: the code of the registration makes the guest another person while the dialog is open.
  if (found && !known) setKnown(found);
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

/** Prefills the form with the buyer, or with a guest's only recipient, who most often is the guest. */
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
