import { useQueryClient } from "@tanstack/react-query";
import { api } from "../api/api.ts";
import { errorMessage } from "../api/error-message.ts";
import { afterBecomingSomebody } from "../session/become-somebody.ts";
import type { SignedInUser } from "../session/session.tsx";
import classes from "./impersonation-banner.module.css";

/** Stays on every page while an admin is somebody else, with one way back. */
export function ImpersonationBanner(props: { user: SignedInUser }) {
  const { user } = props;
  const queryClient = useQueryClient();
  const stop = api.users.stopImpersonating.useMutation({
    onSuccess: ({ user: admin }) => afterBecomingSomebody(queryClient, admin),
  });
  if (!user.impersonatedBy) return null;

  return (
    <section className={classes.banner} aria-label="Signed in as somebody else">
      <p className={classes.text}>
        <strong>
          {user.impersonatedBy.name}, you are signed in as {user.firstName} {user.lastName}.
        </strong>{" "}
        {stop.error ? (
          <span role="alert">{errorMessage(stop.error)}</span>
        ) : (
          <span className={classes.more}>
            Money, passwords and bank details cannot be changed, and they see that you looked.
          </span>
        )}
      </p>
      <button
        type="button"
        className={classes.button}
        disabled={stop.isPending || stop.isSuccess}
        onClick={() => stop.mutate()}
      >
        Return to your own account
      </button>
    </section>
  );
}
