import { Notice } from "../../../ui/notice.tsx";
import type { UserDetail } from "./edit-user-form.ts";
import classes from "./form-dialog.module.css";
import { CodeField } from "./stockist-fields.tsx";
import type { EditForm } from "./use-edit-user.ts";

export function EditCodesTab(props: { user: UserDetail; form: EditForm }) {
  const { user, form } = props;
  const field = user.role === "stockist" ? "stockistCode" : "distributorCode";
  const code = form.values[field];
  const isNew = code.trim().toLowerCase() !== (user.code ?? "").toLowerCase();
  return (
    <div className={classes.form}>
      <CodeField
        {...form.getInputProps(field)}
        label={user.role === "stockist" ? "Stockist code" : "Distributor code"}
        description={`The link is ${window.location.origin}/via/${code.trim()}`}
        required
      />
      {isNew && user.code !== null && (
        <Notice tone="warning" title="Links with the old code stop counting">
          <p>
            Whoever has the link with {user.code} needs the new one. Nobody else is given the old
            code.
          </p>
        </Notice>
      )}
    </div>
  );
}
