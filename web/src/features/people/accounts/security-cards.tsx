import { Button } from "@mantine/core";
import {
  newPasswordSchema,
  passwordMismatch,
  type UpdatePassword,
} from "@portal/shared/people/accounts.ts";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { z } from "zod/mini";
import { api, type ApiOutputs } from "../../../api/api.ts";
import { besideFields, fieldErrors, reasonOf } from "../../../api/error-message.ts";
import { useReadAgain } from "../../../api/read-again.ts";
import { withCaptcha } from "../../../session/captcha.ts";
import { useIsImpersonated } from "../../../session/use-is-impersonated.ts";
import { DayText } from "../../../ui/days.tsx";
import { StatusText } from "../../../ui/facts.tsx";
import { ErrorNotice, Loaded, Notice, showToast } from "../../../ui/feedback.tsx";
import { Form, useCheckedForm } from "../../../ui/form.tsx";
import { PasswordField } from "../../../ui/password-field.tsx";
import { useCommand } from "../../../ui/use-command.ts";
import classes from "./accounts.module.css";
import { NewPasswordFields } from "./new-password-fields.tsx";
import { ProfileCard } from "./profile-card.tsx";

const updated = "Your password has been updated.";

/** The form opens by a button, so that the page does not show three empty required fields. */
export function PasswordCard(props: { hasPassword: boolean }) {
  const [state, setState] = useState<"closed" | "open" | "updated">("closed");
  const mayChange = !useIsImpersonated();
  return (
    <ProfileCard
      title="Password"
      hint={
        props.hasPassword
          ? "Changing your password signs you out on all other devices."
          : "You sign in with a code. Set a password to sign in faster and to manage your bank details."
      }
      action={
        state !== "open" &&
        mayChange && (
          <Button variant="default" onClick={() => setState("open")}>
            {props.hasPassword ? "Change password" : "Choose a password"}
          </Button>
        )
      }
    >
      {state === "open" && (
        <PasswordForm
          hasPassword={props.hasPassword}
          onUpdated={() => setState("updated")}
          onCancel={() => setState("closed")}
        />
      )}
      {state === "updated" && (
        <Notice tone="good" title={updated}>
          <p>You are still signed in here. We signed you out on all other devices.</p>
        </Notice>
      )}
    </ProfileCard>
  );
}

function PasswordForm(props: {
  hasPassword: boolean;
  onUpdated: () => void;
  onCancel: () => void;
}) {
  const { form, summary, send, update } = useUpdatePassword(props.hasPassword, props.onUpdated);
  return (
    <Form onSubmit={send} summary={summary} failure={besideFields(update.error)}>
      {props.hasPassword && (
        <PasswordField
          label="Current password"
          required
          autoComplete="current-password"
          showLabel="Show current password"
          {...form.getInputProps("currentPassword")}
        />
      )}
      <NewPasswordFields
        label="New password"
        typed={form.values.password}
        password={form.getInputProps("password")}
        repeated={form.getInputProps("repeated")}
      />
      <div className="row">
        <Button variant="default" onClick={props.onCancel}>
          Cancel
        </Button>
        <Button type="submit" loading={update.isPending}>
          Save password
        </Button>
      </div>
    </Form>
  );
}

function typedSchema(hasPassword: boolean) {
  return z
    .object({
      currentPassword: hasPassword
        ? z.string().check(z.minLength(1, "Required"), z.maxLength(128))
        : z.string(),
      password: newPasswordSchema,
      repeated: z.string().check(z.maxLength(128)),
    })
    .check(
      z.refine(({ password, repeated }) => password === repeated, {
        path: ["repeated"],
        message: passwordMismatch,
      }),
    );
}

function useUpdatePassword(hasPassword: boolean, onUpdated: () => void) {
  const readScreenAgain = useReadAgain();
  const { form, summary, onSubmit, showErrors } = useCheckedForm({
    name: "password",
    schema: typedSchema(hasPassword),
    initialValues: { currentPassword: "", password: "", repeated: "" },
  });
  const { mutateAsync } = api.auth.updatePassword.useMutation();
  const update = useMutation({
    mutationFn: (typed: UpdatePassword) =>
      withCaptcha((proof) => mutateAsync({ ...typed, ...proof })),
    onSuccess: async () => {
      showToast(updated);
      onUpdated();
      await readScreenAgain();
    },
    onError: (error) => showErrors(fieldsOf(error)),
  });
  const send = onSubmit(({ currentPassword, password }) =>
    update.mutate(hasPassword ? { currentPassword, password } : { password }),
  );
  return { form, summary, send, update };
}

/** Assigns a refused password to its field; its usual message also names the email, which is not typed here. */
function fieldsOf(error: unknown): Record<string, string> {
  return reasonOf(error) === "access.wrong-credentials"
    ? { currentPassword: "The password is incorrect, please try again." }
    : fieldErrors(error);
}

type OwnSession = ApiOutputs["auth"]["sessions"][number];

/** The user's sessions, each with a button that ends it: for a phone that was lost or lent. */
export function SessionsCard() {
  const sessions = api.auth.sessions.useQuery();
  const endOne = useCommand(api.auth.endSession, { repeatable: true, done: "Done!" });
  const endOthers = useCommand(api.auth.endOtherSessions, { repeatable: true, done: "Done!" });
  const mayEnd = !useIsImpersonated();
  const others = sessions.data?.filter(({ isThisOne }) => !isThisOne) ?? [];

  return (
    <ProfileCard
      title="Your devices"
      action={
        others.length > 0 &&
        mayEnd && (
          <Button variant="default" loading={endOthers.isPending} onClick={() => endOthers.send()}>
            Sign out all other devices
          </Button>
        )
      }
    >
      <ErrorNotice error={endOne.error ?? endOthers.error} />
      <Loaded query={sessions} what="your devices" lines={2} height={48}>
        {(rows) => (
          <ul className="plain">
            {rows.map((session) => (
              <SessionRow
                key={session.handle}
                session={session}
                isEnding={endOne.isPending && endOne.variables?.handle === session.handle}
                mayEnd={mayEnd}
                onEnd={() => endOne.send({ handle: session.handle })}
              />
            ))}
          </ul>
        )}
      </Loaded>
    </ProfileCard>
  );
}

function SessionRow(props: {
  session: OwnSession;
  isEnding: boolean;
  mayEnd: boolean;
  onEnd: () => void;
}) {
  const { session } = props;
  return (
    <li className={`${classes.row} row spread`}>
      <div className="grow">
        <p>{session.device}</p>
        <p className="quiet">
          Last used <DayText value={session.lastSeenAt} withTime />
        </p>
      </div>
      {session.isThisOne ? (
        <StatusText tone="good">This device</StatusText>
      ) : props.mayEnd ? (
        <Button
          variant="default"
          aria-label={`Sign out on ${session.device}`}
          loading={props.isEnding}
          onClick={props.onEnd}
        >
          Sign out
        </Button>
      ) : null}
    </li>
  );
}
