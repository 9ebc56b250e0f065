import { useState } from "react";
import { api } from "../../../api/api.ts";
import { guestId } from "../../../session/guest-id.ts";
import { useGuestBuyer } from "../../../session/guest-buyer.ts";
import { Dialog } from "../../../ui/dialog.tsx";
import { Loading } from "../../../ui/feedback.tsx";
import { SignIn } from "./sign-in.tsx";
import { firstSignUpTitle, type KnownPerson, SignUp } from "./sign-up.tsx";

/** What the offer of an account opens: one dialog, which stays when it has signed the guest in. */
export function GuestOfferDialog(props: { open: "sign-up" | "sign-in"; onClose: () => void }) {
  return props.open === "sign-up" ? (
    <SignUpDialog onClose={props.onClose} />
  ) : (
    <SignInDialog onClose={props.onClose} />
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
