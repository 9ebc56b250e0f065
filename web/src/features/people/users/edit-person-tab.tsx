import { editFormOf, type UserDetail } from "./edit-user-form.ts";
import classes from "./form-dialog.module.css";
import { EmailField, PersonFields } from "./person-fields.tsx";
import { TickField } from "./tick-field.tsx";
import type { EditForm } from "./use-edit-user.ts";

export function EditPersonTab(props: { user: UserDetail; form: EditForm }) {
  const { user, form } = props;
  const isNewEmail = form.values.email.trim().toLowerCase() !== user.email;
  return (
    <div className={classes.form}>
      <PersonFields
        fields={(name) => form.getInputProps(name)}
        keptCell={editFormOf(user).cellNumber}
      />
      <EmailField
        {...form.getInputProps("email")}
        description={isNewEmail ? "The new address has to be confirmed by mail." : undefined}
        onLower={(email) => form.setFieldValue("email", email)}
      />
      <TickField
        label="Test account: orders earn nobody commission"
        {...form.getInputProps("test")}
      />
      <p className={classes.note}>
        {user.addedByName !== null && <>Added by {user.addedByName}. </>}
        <a href={`/admin/audit?subject=${user.id}`} target="_blank" rel="noreferrer">
          What was done to this account
        </a>{" "}
        (opens in a new tab)
      </p>
    </div>
  );
}
