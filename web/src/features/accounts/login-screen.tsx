import "../../theme/mantine-forms.ts";
import "@mantine/core/styles/PasswordInput.layer.css";
import "@mantine/core/styles/ActionIcon.layer.css";
import { Button, PasswordInput, TextInput } from "@mantine/core";
import { passwordLoginSchema } from "@portal/shared/accounts.ts";
import { Redirect, useLocation, useSearchParams } from "wouter";
import { api } from "../../api/api.ts";
import { errorMessage, fieldErrors } from "../../api/error-message.ts";
import { homePath } from "../../session/home-path.ts";
import { safeReturnPath } from "../../session/return-path.ts";
import { useSession } from "../../session/session.tsx";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PageHeading } from "../../ui/page-heading.tsx";
import { useCheckedForm } from "../../ui/use-checked-form.ts";
import classes from "./login-screen.module.css";

/** Email and password, and back to where one wanted to go. */
export function LoginScreen() {
  const session = useSession();
  const [params] = useSearchParams();
  const returnPath = safeReturnPath(params.get("return"));

  if (session.state === "signed-in")
    return <Redirect to={returnPath ?? homePath(session.user.role)} replace />;
  return (
    <div className={classes.page}>
      <PageHeading title="Sign in" />
      {returnPath && <p className={classes.hint}>Please sign in to see that page.</p>}
      <LoginForm returnPath={returnPath} />
    </div>
  );
}

function LoginForm(props: { returnPath: string | null }) {
  const [, navigate] = useLocation();
  const utils = api.useUtils();
  const { form, summary, onSubmit, showErrors } = useCheckedForm({
    name: "login",
    schema: passwordLoginSchema,
    initialValues: { email: "", password: "" },
  });
  const login = api.auth.login.useMutation({
    onSuccess: async ({ user }) => {
      utils.auth.me.setData(undefined, user);
      navigate(props.returnPath ?? homePath(user.role), { replace: true });
      await utils.invalidate();
    },
    onError: (error) => showErrors(fieldErrors(error)),
  });

  return (
    <form noValidate onSubmit={onSubmit((values) => login.mutate(values))} className={classes.form}>
      <ErrorSummary {...summary} />
      {login.error && (
        <Notice tone="bad">
          <p>{errorMessage(login.error)}</p>
        </Notice>
      )}
      <TextInput
        label="Email"
        required
        type="email"
        inputMode="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        {...form.getInputProps("email")}
      />
      <PasswordInput
        label="Password"
        required
        autoComplete="current-password"
        visibilityToggleButtonProps={{ "aria-label": "Show password" }}
        {...form.getInputProps("password")}
      />
      <Button type="submit" fullWidth loading={login.isPending}>
        Sign in
      </Button>
    </form>
  );
}
