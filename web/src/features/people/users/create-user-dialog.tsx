import { isOfficeRole, roleWords } from "@portal/shared/platform/roles.ts";
import { Button, Checkbox, Group, SimpleGrid, Stack, TextInput } from "@mantine/core";
import type { InvitedRole } from "@portal/shared/people/users/user-forms.ts";
import { useState } from "react";
import { api, type ApiOutputs } from "../../../api/api.ts";
import { errorMessage } from "../../../api/error-message.ts";
import type { SignedInUser } from "../../../session/session.tsx";
import { DialogActions, ModalDialog } from "../../../ui/modal-dialog.tsx";
import { Notice } from "../../../ui/feedback.tsx";
import { RadioField } from "../../../ui/fields.tsx";
import { useCommand } from "../../../ui/use-command.ts";
import {
  ConvertToDistributorDialog,
  ConvertToStockistDialog,
  NewDistributorFields,
  NewStockistFields,
} from "./convert-user-dialogs.tsx";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { typedParentSchema } from "./parent-picker.tsx";
import { CodeField, EmailField, PercentField, PersonFields } from "./user-fields.tsx";
import { type CreateUserState, type SentTo, useCreateUser } from "./create-user-form.ts";
import { addableRoles } from "./user-filters.ts";

type EmailOwner = NonNullable<ApiOutputs["users"]["byEmail"]>;
type Conversion = Readonly<{
  to: InvitedRole;
  person: Extract<EmailOwner, { canConvert: true }>;
}>;

/**
 * Adds a person: the role first, then the fields of that role. If the email is in use, its owner can be converted
 * instead (specification, section 4). The added person gets the registration email.
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
  const { form, owner } = state;
  const { role } = form.values;
  const roles = addableRoles(viewer);
  const [only] = roles;

  return (
    <FormDialog
      title={roles.length === 1 && only ? `Add ${only}` : "Add person"}
      onClose={props.onClose}
      onSubmit={state.send}
      submitLabel="Send registration email"
      isDirty={form.isDirty()}
      isBusy={state.create.isPending}
      summary={state.summary}
      failure={state.isEmailInUse ? null : state.create.error}
    >
      {roles.length > 1 && (
        <RadioField
          label="Role"
          options={roles}
          wordOf={(each) => roleWords[each]}
          {...form.getInputProps("role")}
        />
      )}
      {role !== "" && (
        <>
          <EmailField
            {...form.getInputProps("email")}
            onLower={(email) => form.setFieldValue("email", email)}
            onLeft={owner.lookUp}
          />
          {owner.person && (
            <EmailInUse
              person={owner.person}
              to={isOfficeRole(role) ? null : role}
              email={form.values.email}
              parentId={form.values.parentId}
              onConvert={props.onConvert}
              onInvited={props.onClose}
            />
          )}
          <PersonFields fields={(name) => form.getInputProps(name)} />
          <TextInput
            label="Company (optional)"
            autoComplete="off"
            {...form.getInputProps("company")}
          />
          {role === "distributor" && <DistributorFields viewer={viewer} state={state} />}
          {role === "stockist" && <StockistFields viewer={viewer} state={state} />}
        </>
      )}
    </FormDialog>
  );
}

function Sent(props: SentTo & { onMore: () => void; onClose: () => void }) {
  return (
    <ModalDialog
      title={props.isWaiting ? "Waiting for a decision" : "Registration email sent!"}
      onClose={props.onClose}
    >
      <Stack>
        <Notice tone="good">
          <p>
            {props.isWaiting
              ? `${props.name} is proposed. Decisions says what it waits for; then we’ll email a link to ${props.email}.`
              : `We’ll email ${props.name} at ${props.email} with a link to choose a password, and send it by SMS where there is a cell number. Until then they are shown as “Not verified” and you can resend it.`}
          </p>
        </Notice>
        <DialogActions>
          <Button variant="default" onClick={props.onMore}>
            Add another person
          </Button>
          <Button data-autofocus onClick={props.onClose}>
            Done
          </Button>
        </DialogActions>
      </Stack>
    </ModalDialog>
  );
}

function EmailInUse(props: {
  person: EmailOwner;
  /** The role that the owner could get. */
  to: InvitedRole | null;
  email: string;
  parentId: string;
  onConvert: (conversion: Conversion) => void;
  onInvited: () => void;
}) {
  const { person, to } = props;
  return (
    <Notice tone="warning" title="This email address is already in use.">
      {to && person.canInvite ? (
        <InviteNotice
          role={to}
          email={props.email}
          parentId={typedParentSchema.safeParse(props.parentId).data ?? null}
          onSent={props.onInvited}
        />
      ) : (
        <>
          <p>{ownerWords(person)}</p>
          {to && person.canConvert && (
            <Button variant="default" mt="xs" onClick={() => props.onConvert({ to, person })}>
              Convert to {to}…
            </Button>
          )}
        </>
      )}
    </Notice>
  );
}

/** A viewer who may not see the person only learns that the address is in use. */
function ownerWords({ fullName, role }: EmailOwner): string {
  if (fullName === null || role === null) return "Contact the office about this person.";
  return `This address belongs to ${fullName} (${roleWords[role].toLowerCase()}).`;
}

type RoleFieldsProps = { viewer: SignedInUser; state: CreateUserState };

function DistributorFields({ viewer, state: { form } }: RoleFieldsProps) {
  return (
    <>
      <NewDistributorFields
        viewer={viewer}
        purpose="new-distributor"
        fields={(name) => form.getInputProps(name)}
      />
      {viewer.role === "admin" && (
        <Group gap="lg">
          <Checkbox
            label="This is a school"
            {...form.getInputProps("school", { type: "checkbox" })}
          />
          <Checkbox
            label="This is an influencer"
            {...form.getInputProps("influencer", { type: "checkbox" })}
          />
        </Group>
      )}
    </>
  );
}

/** The VAT rate, like the percentages, is set by admins only. */
function StockistFields({ viewer, state: { form } }: RoleFieldsProps) {
  return (
    <>
      <NewStockistFields
        viewer={viewer}
        purpose="new-stockist"
        fields={(name) => form.getInputProps(name)}
      />
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        {viewer.role === "admin" && (
          <PercentField
            label="VAT rate (optional)"
            description="For this stockist’s orders. Leave blank to use the standard rate."
            {...form.getInputProps("stockistVAT")}
          />
        )}
        <CodeField {...form.getInputProps("stockistCode")} />
        <TextInput
          label="Area (optional)"
          autoComplete="off"
          {...form.getInputProps("distributorArea")}
        />
      </SimpleGrid>
    </>
  );
}

/** A customer of no seller is not converted, but has to accept an emailed invitation. */
function InviteNotice(props: {
  email: string;
  role: InvitedRole;
  parentId: number | null;
  onSent: () => void;
}) {
  const { role, parentId } = props;
  const invite = useCommand(api.users.invite, { done: "Invitation sent.", onDone: props.onSent });
  const send = () => invite.send({ email: props.email.trim().toLowerCase(), role, parentId });
  return (
    <>
      <p>
        This person is already a customer. We’ll email them your invitation to become a {role}.
        Nothing changes until they accept.
      </p>
      {Boolean(invite.error) && <p role="alert">{errorMessage(invite.error)}</p>}
      <Button variant="default" mt="xs" loading={invite.isPending} onClick={send}>
        Send invitation
      </Button>
    </>
  );
}
