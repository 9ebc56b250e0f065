import { aloneWaitHours, decisionLifeDays } from "@portal/shared/platform/constants.ts";
import { Button } from "@mantine/core";
import { linkWithPasswordSchema } from "@portal/shared/people/factors.ts";
import { Link, useLocation } from "wouter";
import { z } from "zod/mini";
import { api } from "../../../api/api.ts";
import { isOfFields, reasonOf } from "../../../api/error-message.ts";
import { useBecome } from "../../../session/become.ts";
import { useLinkSecret } from "../../../session/link-secret.ts";
import type { SignedInUser } from "../../../session/session.tsx";
import { Form, useCheckedForm } from "../../../ui/form.tsx";
import { PasswordField } from "../../../ui/password-field.tsx";
import { AccountPage } from "./account-page.tsx";

/** Opened by an emailed link: with the password it allows an admin to set up the second step. */
export function SetUpSignInScreen() {
  const { finish, ...link } = useOpenedLink();
  const open = api.factors.openLink.useMutation({ onSuccess: ({ user }) => finish(user) });
  return (
    <LinkForm
      {...link}
      title="Set up your second step"
      words="Enter your password to set up a passkey or an app with codes."
      isBusy={open.isPending || open.isSuccess}
      error={open.error}
      onSend={(typed) => open.mutate(typed)}
    />
  );
}

/** Opened by an emailed link: unlocks an admin's account, with the password and the second step. */
export function UnlockAccountScreen() {
  const { finish, ...link } = useOpenedLink();
  const open = api.auth.comeBack.useMutation({ onSuccess: ({ user }) => finish(user) });
  return (
    <LinkForm
      {...link}
      title="Unlock your account"
      words="Enter your password. Your passkey or code comes next."
      isBusy={open.isPending || open.isSuccess}
      error={open.error}
      onSend={(typed) => open.mutate(typed)}
    />
  );
}

/** Opened by an emailed link: with the password an admin who lost every passkey and code asks for a new second step. */
export function LostSignInScreen() {
  const uuid = useLinkSecret();
  const ask = api.factors.proposeNew.useMutation();
  if (!ask.data)
    return (
      <LinkForm
        uuid={uuid}
        title="Ask for a new second step"
        words="Enter your password. All admins are told that you ask."
        isBusy={ask.isPending}
        error={ask.error}
        onSend={(typed) => ask.mutate(typed)}
      />
    );
  return (
    <AccountPage title="You have asked for a new second step">
      <p className="plain">
        {ask.data.way === "confirmed"
          ? `Another admin must confirm it in the office, within ${decisionLifeDays} days. Speak to one of them: they will see your name, email and cell number.`
          : `No other admin can confirm it, so it takes effect ${aloneWaitHours} hours after everyone was told, unless someone declines it.`}{" "}
        Then we email you a link to set up a new one.
      </p>
      <Button component={Link} href="/login">
        Sign in
      </Button>
    </AccountPage>
  );
}

function useOpenedLink() {
  const uuid = useLinkSecret();
  const { signedIn } = useBecome();
  const [, navigate] = useLocation();
  const finish = (user: SignedInUser) =>
    signedIn(user, () => navigate("/login", { replace: true }));
  return { uuid, finish };
}

const typedSchema = z.pick(linkWithPasswordSchema, { password: true });

function LinkForm(props: {
  uuid: string;
  title: string;
  words: string;
  isBusy: boolean;
  error: unknown;
  onSend: (typed: { uuid: string; password: string }) => void;
}) {
  const { form, summary, onSubmit } = useCheckedForm({
    name: "link",
    schema: typedSchema,
    initialValues: { password: "" },
  });
  const isEnded = reasonOf(props.error) === "account.link-ended" || isOfFields(props.error);
  const isWrong = reasonOf(props.error) === "access.wrong-credentials";
  const field = form.getInputProps("password");
  return (
    <AccountPage title={props.title}>
      {isEnded && !isWrong ? (
        <>
          <p className="plain">
            This link has expired or has been used. Sign in with your password, and we can email a
            new one.
          </p>
          <Button component={Link} href="/login">
            Sign in
          </Button>
        </>
      ) : (
        <Form
          onSubmit={onSubmit(({ password }) => props.onSend({ uuid: props.uuid, password }))}
          intro={<p className="plain">{props.words}</p>}
          summary={summary}
          failure={isWrong ? null : props.error}
        >
          <PasswordField
            label="Password"
            required
            autoComplete="current-password"
            {...field}
            error={isWrong ? "The password is incorrect, please try again." : field.error}
          />
          <Button type="submit" fullWidth loading={props.isBusy}>
            Continue
          </Button>
        </Form>
      )}
    </AccountPage>
  );
}
