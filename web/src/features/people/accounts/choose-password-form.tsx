import { Button } from "@mantine/core";
import { passwordPairSchema } from "@portal/shared/people/accounts.ts";
import { api } from "../../../api/api.ts";
import { errorMessage, fieldErrors, isOfFields } from "../../../api/error-message.ts";
import { ErrorSummary } from "../../../ui/error-summary.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { showToast } from "../../../ui/toast.tsx";
import { useCheckedForm } from "../../../ui/use-checked-form.ts";
import classes from "./accounts.module.css";
import { NewPasswordFields } from "./new-password-fields.tsx";
import { useSignedIn } from "./use-signed-in.ts";

/** The end of a registration by code. Whoever leaves before it signs in by code again. */
export function ChoosePasswordForm(props: { uuid: string; onDone: () => void }) {
  const signedIn = useSignedIn();
  const { form, summary, onSubmit, showErrors } = useCheckedForm({
    name: "first",
    schema: passwordPairSchema,
    initialValues: { password: "", repeated: "" },
  });
  const choose = api.auth.signUp2.useMutation({
    onSuccess: async ({ user }) => {
      showToast("Registration complete!");
      props.onDone();
      await signedIn(user);
    },
    onError: (error) => showErrors(fieldErrors(error)),
  });

  return (
    <form
      noValidate
      className={classes.form}
      onSubmit={onSubmit(({ password }) => choose.mutate({ uuid: props.uuid, password }))}
    >
      <p className={classes.text}>Your email is confirmed and you are signed in. One last thing.</p>
      <ErrorSummary {...summary} />
      {choose.error && !isOfFields(choose.error) && (
        <Notice tone="bad">
          <p>{errorMessage(choose.error)}</p>
        </Notice>
      )}
      <NewPasswordFields
        label="Password"
        typed={form.values.password}
        password={form.getInputProps("password")}
        repeated={form.getInputProps("repeated")}
      />
      <Button type="submit" fullWidth loading={choose.isPending || choose.isSuccess}>
        Save the password
      </Button>
    </form>
  );
}
