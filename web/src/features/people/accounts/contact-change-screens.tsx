import { Button } from "@mantine/core";
import {
  type ConfirmEmail,
  confirmPasswordSchema,
  passwordPairSchema,
} from "@portal/shared/people/accounts.ts";
import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { Link, useLocation } from "wouter";
import { api } from "../../../api/api.ts";
import { reasonOf } from "../../../api/error-message.ts";
import { useReadAgain } from "../../../api/read-again.ts";
import { useBecome } from "../../../session/become.ts";
import { withCaptcha } from "../../../session/captcha.ts";
import { useLinkSecret } from "../../../session/link-secret.ts";
import { homePath, profilePath } from "../../../session/paths.ts";
import { useSession } from "../../../session/session.tsx";
import { ErrorNotice, Failure, Loading, Notice } from "../../../ui/feedback.tsx";
import { Form, useCheckedForm } from "../../../ui/form.tsx";
import { PasswordField } from "../../../ui/password-field.tsx";
import { useCommand } from "../../../ui/use-command.ts";
import { AccountPage, isLinkEnded } from "./account-page.tsx";
import { NewPasswordFields } from "./new-password-fields.tsx";

const titles = {
  idle: "Confirming your email",
  pending: "Confirming your email",
  error: "Your email is not confirmed",
  success: "Your email is confirmed",
} as const;

/** Opened by the link that is emailed to a new address. */
export function ConfirmEmailScreen() {
  const uuid = useLinkSecret();
  const session = useSession();
  const readScreenAgain = useReadAgain();
  const { signedIn } = useBecome();
  const { mutateAsync } = api.auth.confirmEmail.useMutation();
  const confirm = useMutation({
    mutationFn: (typed: ConfirmEmail) =>
      withCaptcha((proof) => mutateAsync({ ...typed, ...proof })),
    onSuccess: ({ user: newcomer }) => (newcomer ? signedIn(newcomer) : readScreenAgain()),
  });
  const { mutate, status, error } = confirm;
  // Why the link alone is not enough; it stays while the form is sent.
  const [asks, setAsks] = useState<Proof | null>(null);
  const reason = reasonOf(error);
  if (asks === null && isProof(reason)) setAsks(reason);

  const sent = useRef<string | null>(null);
  useEffect(() => {
    // A link works once, and React runs this effect twice in development.
    if (sent.current === uuid) return;
    sent.current = uuid;
    mutate({ uuid });
  }, [mutate, uuid]);

  const user = session.state === "signed-in" ? session.user : null;
  if (asks !== null && status !== "success" && !isLinkEnded(error))
    return (
      <AccountPage key="proof" title="Confirm your email">
        <ProofForm
          mayChoose={asks === "account.proof-needed"}
          isBusy={confirm.isPending}
          error={isProof(reason) ? null : error}
          onSend={(proof) => mutate({ uuid, ...proof })}
        />
      </AccountPage>
    );
  return (
    <AccountPage key={status} title={titles[status]}>
      {status === "success" ? (
        <>
          <p className="plain">Thank you. We’ll send your emails to this address.</p>
          <Button component={Link} href={user ? homePath(user.role) : "/login"}>
            {user ? "Continue" : "Sign in"}
          </Button>
        </>
      ) : isLinkEnded(error) ? (
        <>
          <p className="plain">
            This link has expired or has been used. Sign in and send a new one from your profile.
          </p>
          <Button component={Link} href={user ? profilePath(user.role) : "/login"}>
            {user ? "Go to your profile" : "Sign in"}
          </Button>
        </>
      ) : error ? (
        <Failure what="this link" error={error} onRetry={() => mutate({ uuid })} />
      ) : (
        <Loading what="your link" lines={2} />
      )}
    </AccountPage>
  );
}

const proofs = ["account.proof-needed", "account.password-needed"] as const;
type Proof = (typeof proofs)[number];

function isProof(reason: string | null): reason is Proof {
  return proofs.some((each) => each === reason);
}

type ProofFormProps = Readonly<{
  /** Not where the account has another, confirmed email. */
  mayChoose: boolean;
  isBusy: boolean;
  error: unknown;
  onSend: (proof: { password: string } | { newPassword: string }) => void;
}>;

/** The link proves who reads the mailbox; the password proves who registered. */
function ProofForm(props: ProofFormProps) {
  const [isChoosing, setChoosing] = useState(false);
  if (isChoosing) return <ChooseForm {...props} onBack={() => setChoosing(false)} />;
  return <KnownForm {...props} onChoose={() => setChoosing(true)} />;
}

function KnownForm({
  mayChoose,
  isBusy,
  error,
  onSend,
  onChoose,
}: ProofFormProps & { onChoose: () => void }) {
  const { form, summary, onSubmit } = useCheckedForm({
    name: "proof",
    schema: confirmPasswordSchema,
    initialValues: { password: "" },
  });
  return (
    <Form
      onSubmit={onSubmit(({ password }) => onSend({ password }))}
      intro={<p className="plain">Enter the password of your account.</p>}
      summary={summary}
      failure={null}
      notice={
        reasonOf(error) === "access.wrong-credentials" ? (
          <Notice tone="bad">The password is incorrect, please try again.</Notice>
        ) : (
          <ErrorNotice error={error} />
        )
      }
    >
      <PasswordField
        label="Password"
        required
        autoComplete="current-password"
        {...form.getInputProps("password")}
      />
      <Button type="submit" fullWidth loading={isBusy}>
        Confirm email
      </Button>
      {mayChoose && (
        <Button variant="default" fullWidth onClick={onChoose}>
          I do not know the password
        </Button>
      )}
    </Form>
  );
}

function ChooseForm({ isBusy, error, onSend, onBack }: ProofFormProps & { onBack: () => void }) {
  const { form, summary, onSubmit } = useCheckedForm({
    name: "chosen",
    schema: passwordPairSchema,
    initialValues: { password: "", repeated: "" },
  });
  return (
    <Form
      onSubmit={onSubmit(({ password }) => onSend({ newPassword: password }))}
      intro={
        <p className="plain">
          Choose a new password. If someone else registered with your address, we’ll sign them out
          and remove their phone number.
        </p>
      }
      summary={summary}
      failure={null}
      notice={<ErrorNotice error={error} />}
    >
      <NewPasswordFields
        label="New password"
        typed={form.values.password}
        password={form.getInputProps("password")}
        repeated={form.getInputProps("repeated")}
      />
      <Button type="submit" fullWidth loading={isBusy}>
        Save new password
      </Button>
      <button type="button" className="link" onClick={onBack}>
        I know the password
      </button>
    </Form>
  );
}

/**
 * Opened by "This was not me" in an email. A button is needed to go on: mail scanners open links, and undoing the
 * change ends all sessions of the account.
 */
export function NotMeScreen() {
  const uuid = useLinkSecret();
  const [, navigate] = useLocation();
  const undo = useCommand(api.auth.undoContactChange, {
    repeatable: true,
    onDone: ({ setPassword }) => navigate(`/set-password#${setPassword}`, { replace: true }),
  });
  if (isLinkEnded(undo.error))
    return (
      <AccountPage key="ended" title="This link has ended">
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
    <AccountPage title="Was this not you?">
      <p className="quiet">
        We’ll keep your old email address and cell number, sign everyone out of your account, and
        ask you for a new password.
      </p>
      <ErrorNotice error={undo.error} />
      <Button
        loading={undo.isPending || undo.data !== undefined}
        onClick={() => undo.send({ uuid })}
      >
        Stop the change
      </Button>
    </AccountPage>
  );
}
