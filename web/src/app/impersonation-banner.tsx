import { Button } from "@mantine/core";
import { api } from "../api/api.ts";
import { errorMessage } from "../api/error-message.ts";
import { useReloadAs } from "../session/reload-as.ts";
import type { SignedInUser } from "../session/session.tsx";
import classes from "./shop-frame.module.css";

/** Shown on every page while an admin views the portal as another user. */
export function ImpersonationBanner(props: { user: SignedInUser }) {
  const { user } = props;
  const reloadAs = useReloadAs();
  const stop = api.users.stopImpersonating.useMutation({
    onSuccess: ({ user: admin }) => reloadAs(admin),
  });
  if (!user.impersonatedBy) return null;

  return (
    <section className={classes.seen} aria-label="Viewing as another user">
      <p className="grow">
        <strong>
          {user.impersonatedBy.name}, you are viewing the portal as {user.firstName} {user.lastName}
          .
        </strong>{" "}
        {stop.error ? (
          <span role="alert">{errorMessage(stop.error)}</span>
        ) : (
          <span className="desk-only">
            You cannot change money, passwords or bank details. This person can see that you viewed
            their account.
          </span>
        )}
      </p>
      <Button
        size="sm"
        flex="none"
        variant="default"
        disabled={stop.isPending || stop.isSuccess}
        onClick={() => stop.mutate()}
      >
        Stop viewing
      </Button>
    </section>
  );
}
