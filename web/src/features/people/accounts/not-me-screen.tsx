import { Button } from "@mantine/core";
import { Link, useLocation } from "wouter";
import { api } from "../../../api/api.ts";
import { errorMessage, isOfFields, reasonOf } from "../../../api/error-message.ts";
import { useLinkSecret } from "../../../session/paths.ts";
import { Notice } from "../../../ui/feedback.tsx";
import { PageHeading } from "../../../ui/page-heading.tsx";
import { AccountPage } from "./account-page.tsx";

/**
 * Where "This was not me" leads. It asks first: programs that look at mails open their links, and what is done here
 * signs everybody out.
 */
export function NotMeScreen() {
  const uuid = useLinkSecret();
  const utils = api.useUtils();
  const [, navigate] = useLocation();
  const undo = api.auth.undoContactChange.useMutation({
    onSuccess: async ({ setPassword }) => {
      await utils.auth.me.invalidate();
      navigate(`/set-password#${setPassword}`, { replace: true });
    },
  });
  if (isEnded(undo.error))
    return (
      <AccountPage>
        <PageHeading key="ended" title="This link has ended" />
        <p className="quiet">
          It has expired or has been used. If someone else uses your account, choose a new password
          and contact us.
        </p>
        <Button component={Link} href="/forgot-password">
          Choose new password
        </Button>
        <Button component={Link} href="/contact-us" variant="default">
          Contact us
        </Button>
      </AccountPage>
    );
  return (
    <AccountPage>
      <PageHeading title="Was this not you?" />
      <p className="quiet">
        We’ll keep your old email address and cell number, sign everyone out of your account, and
        ask you for a new password.
      </p>
      {undo.error && <Notice tone="bad">{errorMessage(undo.error)}</Notice>}
      <Button loading={undo.isPending || undo.isSuccess} onClick={() => undo.mutate({ uuid })}>
        Stop the change
      </Button>
    </AccountPage>
  );
}

function isEnded(error: unknown): boolean {
  return reasonOf(error) === "account.link-ended" || isOfFields(error);
}
