import { Button } from "@mantine/core";
import { useSessionStorage } from "@mantine/hooks";
import { Suspense, useEffect, useState } from "react";
import { signsInWithinOrder } from "../../../session/person.ts";
import { useSession } from "../../../session/session.tsx";
import { lazyPart } from "../../../ui/lazy-part.ts";
import { useLoadAhead } from "../../../ui/use-load-ahead.ts";
import { forgetSignUp, keptSignUp } from "./kept-sign-up.ts";

const GuestOfferDialog = lazyPart(
  async () => (await import("./guest-offer-dialog.tsx")).GuestOfferDialog,
);

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

  useLoadAhead(GuestOfferDialog.prepare);

  // The code of a registration signs the guest in, and the dialog stays open for the password.
  if (open)
    return (
      <Suspense fallback={null}>
        <GuestOfferDialog open={open} onClose={close} />
      </Suspense>
    );
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
