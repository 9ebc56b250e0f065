import { Button } from "@mantine/core";
import { useState } from "react";
import type { ApiOutputs } from "../../../api/api.ts";
import type { SignedInUser } from "../../../session/session.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { RadioField } from "../../../ui/radio-field.tsx";
import { roleWords } from "../../../ui/role-words.ts";
import { ConvertToDistributorDialog } from "./convert-to-distributor-dialog.tsx";
import { ConvertToStockistDialog } from "./convert-to-stockist-dialog.tsx";
import { CreateUserFields } from "./create-user-fields.tsx";
import classes from "./form-dialog.module.css";
import { FormDialog } from "./form-dialog.tsx";
import { type SentTo, useCreateUser } from "./use-create-user.ts";
import { addableRoles } from "./user-filters.ts";

export type EmailOwner = NonNullable<ApiOutputs["users"]["byEmail"]>;
export type Conversion = Readonly<{
  to: "distributor" | "stockist";
  person: Extract<EmailOwner, { canConvert: true }>;
}>;

/**
 * Adds somebody: the role first, then only its fields. Whose email is in use already can be converted
 * instead (specification, section 4); whoever was added gets the registration mail.
 */
export function CreateUserDialog(props: { viewer: SignedInUser; onClose: () => void }) {
  const { viewer, onClose } = props;
  const [sentTo, setSentTo] = useState<SentTo | null>(null);
  const [conversion, setConversion] = useState<Conversion | null>(null);

  if (conversion) {
    const { to, person } = conversion;
    const dialog = { user: person, viewer, onClose };
    return to === "distributor" ? (
      <ConvertToDistributorDialog {...dialog} />
    ) : (
      <ConvertToStockistDialog {...dialog} />
    );
  }
  if (sentTo) return <Sent {...sentTo} onMore={() => setSentTo(null)} onClose={onClose} />;
  return (
    <CreateUser viewer={viewer} onClose={onClose} onSent={setSentTo} onConvert={setConversion} />
  );
}

function CreateUser(props: {
  viewer: SignedInUser;
  onClose: () => void;
  onSent: (to: SentTo) => void;
  onConvert: (conversion: Conversion) => void;
}) {
  const { viewer } = props;
  const state = useCreateUser(viewer, props.onSent);
  const { form } = state;
  const roles = addableRoles(viewer);
  const [only] = roles;

  return (
    <FormDialog
      title={roles.length === 1 && only ? `Add a ${only}` : "Add a person"}
      onClose={props.onClose}
      onSubmit={state.send}
      submitLabel="Send the registration email"
      isDirty={form.isDirty()}
      isBusy={state.create.isPending}
      summary={state.summary}
      failure={state.isEmailInUse ? null : state.create.error}
    >
      {roles.length > 1 && (
        <RadioField
          label="Role"
          options={roles.map((role) => roleWords[role])}
          {...form.getInputProps("role")}
        />
      )}
      {form.values.role !== "" && (
        <CreateUserFields
          viewer={viewer}
          state={state}
          onConvert={props.onConvert}
          onInvited={props.onClose}
        />
      )}
    </FormDialog>
  );
}

function Sent(props: SentTo & { onMore: () => void; onClose: () => void }) {
  return (
    <Dialog
      title={props.isWaiting ? "Waits for a second admin" : "Registration email sent!"}
      onClose={props.onClose}
    >
      <div className={classes.form}>
        <Notice tone="good">
          <p>
            {props.isWaiting
              ? `Another admin confirms ${props.name} under Decisions. Then a link goes to ${props.email}.`
              : `${props.name} gets a link at ${props.email} and chooses a password there. Until then they are listed as “Not verified”, and the email can be sent again.`}
          </p>
        </Notice>
        <div className={classes.actions}>
          <Button data-autofocus onClick={props.onClose}>
            Done
          </Button>
          <Button variant="default" onClick={props.onMore}>
            Add another person
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
