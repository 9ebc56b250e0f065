import { Button } from "@mantine/core";
import { passwordPairSchema } from "@portal/shared/people/accounts.ts";
import { peopleRefusals } from "@portal/shared/platform/refusals/people-refusals.ts";
import { useEffect } from "react";
import { Link, useLocation } from "wouter";
import { api, type ApiOutputs } from "../../../api/api.ts";
import { errorMessage, fieldErrors, isOfFields, reasonOf } from "../../../api/error-message.ts";
import { homePath, landingPath, useLinkSecret } from "../../../session/paths.ts";
import { Failure, Loading, Notice, showToast } from "../../../ui/feedback.tsx";
import { ErrorSummary, useCheckedForm } from "../../../ui/form.tsx";
import { PageHeading } from "../../../ui/page-heading.tsx";
import { AccountPage } from "./account-page.tsx";
import { NewPasswordFields } from "./new-password-fields.tsx";
import { useSignedIn } from "./sign-in.tsx";

type Owner = ApiOutputs["auth"]["getCustomerByUUID"];

/** Where the link in a mail leads: the end of a registration, or a new password. */
export function SetPasswordScreen() {
  const uuid = useLinkSecret();
  const owner = api.auth.getCustomerByUUID.useMutation();
  const { mutate } = owner;
  useEffect(() => mutate({ uuid }), [mutate, uuid]);

  if (owner.data) return <ChoosePassword uuid={uuid} owner={owner.data} />;
  // What is no uuid at all cannot be a link of ours either: the end of it is missing.
  const isEnded = reasonOf(owner.error) === "account.link-ended" || isOfFields(owner.error);
  if (isEnded) return <EndedLink />;
  return (
    <AccountPage>
      <PageHeading title="Choose a password" />
      {owner.error ? (
        <Failure what="this link" error={owner.error} onRetry={() => mutate({ uuid })} />
      ) : (
        <Loading what="your link" lines={3} />
      )}
    </AccountPage>
  );
}

function ChoosePassword(props: { uuid: string; owner: Owner }) {
  const { uuid, owner } = props;
  const isNew = owner.purpose === "register";
  const { form, summary, onSubmit, set } = useSetPassword(isNew);
  const words = isNew
    ? "Choose a password to complete your registration."
    : "Choose a new password. We’ll sign you out on all other devices.";

  if (reasonOf(set.error) === "account.link-ended") return <EndedLink />;
  return (
    <AccountPage>
      <PageHeading
        title="Choose a password"
        heading={isNew ? `Welcome, ${owner.firstName}` : `Hello ${owner.firstName}`}
      />
      <p className="plain">{words}</p>
      <form
        noValidate
        className="stack"
        onSubmit={onSubmit(({ password }) => set.mutate({ uuid, password }))}
      >
        <ErrorSummary {...summary} />
        {set.error && !isOfFields(set.error) && (
          <Notice tone="bad">
            <p>{errorMessage(set.error)}</p>
          </Notice>
        )}
        <NewPasswordFields
          label="New password"
          typed={form.values.password}
          password={form.getInputProps("password")}
          repeated={form.getInputProps("repeated")}
        />
        <Button type="submit" fullWidth loading={set.isPending || set.isSuccess}>
          {isNew ? "Complete registration" : "Save new password"}
        </Button>
      </form>
      <Link href="/login" className="link">
        Back to sign in
      </Link>
    </AccountPage>
  );
}

function useSetPassword(isNew: boolean) {
  const [, navigate] = useLocation();
  const signedIn = useSignedIn();
  const { form, summary, onSubmit, showErrors } = useCheckedForm({
    name: "new",
    schema: passwordPairSchema,
    initialValues: { password: "", repeated: "" },
  });
  const set = api.auth.signUp2.useMutation({
    onSuccess: async ({ user }) => {
      showToast(isNew ? "Registration complete!" : "Your password has been updated.");
      navigate(isNew ? landingPath(user.role) : homePath(user.role), { replace: true });
      await signedIn(user);
    },
    onError: (error) => showErrors(fieldErrors(error)),
  });
  return { form, summary, onSubmit, set };
}

/** A link works once, and for a while. Asking for a new password sends one that works as well as this did. */
function EndedLink() {
  return (
    <AccountPage>
      <PageHeading title="This link has expired" />
      <p className="plain">{peopleRefusals["account.link-ended"].message}</p>
      <div className="row">
        <Button component={Link} href="/forgot-password">
          Send a new link
        </Button>
        <Button component={Link} href="/login" variant="default">
          Sign in
        </Button>
      </div>
    </AccountPage>
  );
}
