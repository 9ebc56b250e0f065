import "../../../theme/mantine-forms.ts";
import { Button, TextInput } from "@mantine/core";
import type { SignedInUser } from "../../../session/session.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { roleWords } from "../../../ui/role-words.ts";
import type { Conversion, EmailOwner } from "./create-user-dialog.tsx";
import classes from "./form-dialog.module.css";
import { ParentPicker } from "./parent-picker.tsx";
import { EmailField, PersonFields } from "./person-fields.tsx";
import { InviteNotice } from "./invite-notice.tsx";
import { fixedParentsFor, typedParentSchema } from "./placing.ts";
import {
  CodeField,
  CompanyFields,
  PercentField,
  PercentFields,
  StandardTerms,
} from "./stockist-fields.tsx";
import { TickField } from "./tick-field.tsx";
import type { CreateUserState } from "./use-create-user.ts";

/** The fields of the role that is chosen, and of no other. */
export function CreateUserFields(props: {
  viewer: SignedInUser;
  state: CreateUserState;
  onConvert: (conversion: Conversion) => void;
  onInvited: () => void;
}) {
  const { viewer, state } = props;
  const { form, owner } = state;
  const { role } = form.values;
  return (
    <>
      <EmailField
        {...form.getInputProps("email")}
        onLower={(email) => form.setFieldValue("email", email)}
        onLeft={owner.ask}
      />
      {owner.person && (
        <EmailInUse
          person={owner.person}
          role={role}
          email={form.values.email}
          parent={form.values.parent}
          onConvert={props.onConvert}
          onInvited={props.onInvited}
        />
      )}
      <PersonFields fields={(name) => form.getInputProps(name)} />
      <TextInput label="Company (optional)" autoComplete="off" {...form.getInputProps("company")} />
      {role === roleWords.distributor && <DistributorFields viewer={viewer} state={state} />}
      {role === roleWords.stockist && <StockistFields viewer={viewer} state={state} />}
    </>
  );
}

function EmailInUse(props: {
  person: EmailOwner;
  role: string;
  email: string;
  parent: string;
  onConvert: (conversion: Conversion) => void;
  onInvited: () => void;
}) {
  const { person, role, onConvert } = props;
  const to = conversionTo(role);
  if (to && person.canInvite) {
    const parentId = typedParentSchema.safeParse(props.parent).data ?? null;
    return (
      <Notice tone="warning" title="This email address is already in use.">
        <InviteNotice role={to} email={props.email} parentId={parentId} onSent={props.onInvited} />
      </Notice>
    );
  }
  return (
    <Notice tone="warning" title="This email address is already in use.">
      <div className={classes.panel}>
        <p>{ownerWords(person)}</p>
        {to && person.canConvert && (
          <Button variant="default" onClick={() => onConvert({ to, person })}>
            Convert to {to}…
          </Button>
        )}
      </div>
    </Notice>
  );
}

/** Whoever may not see that person is told no more than that there is one. */
function ownerWords({ fullName, role }: EmailOwner): string {
  if (fullName === null || role === null) return "Please ask the office about this person.";
  return `It belongs to ${fullName}, ${roleWords[role].toLowerCase()}.`;
}

function conversionTo(role: string): Conversion["to"] | null {
  if (role === roleWords.distributor) return "distributor";
  return role === roleWords.stockist ? "stockist" : null;
}

type RoleFieldsProps = { viewer: SignedInUser; state: CreateUserState };

function DistributorFields(props: RoleFieldsProps) {
  const { viewer } = props;
  const { form } = props.state;
  return (
    <>
      <ParentPicker
        label="Parent"
        description="The new distributor stands one level below."
        purpose="new-distributor"
        fixed={fixedParentsFor(viewer, "distributor")}
        {...form.getInputProps("parent")}
      />
      <div className={classes.pair}>
        <TextInput
          label="Area (optional)"
          description="Where they mostly sell."
          autoComplete="off"
          {...form.getInputProps("distributorArea")}
        />
        <CodeField {...form.getInputProps("distributorCode")} />
      </div>
      {viewer.role === "admin" && (
        <div>
          <TickField label="This is a school" {...form.getInputProps("school")} />
          <TickField label="This is an influencer" {...form.getInputProps("influencer")} />
        </div>
      )}
    </>
  );
}

/** The percentages are for the office to say, and so is another VAT rate. */
function StockistFields(props: RoleFieldsProps) {
  const { viewer } = props;
  const { form } = props.state;
  const isAdmin = viewer.role === "admin";
  return (
    <>
      <ParentPicker
        label="Parent"
        description="The distributor who earns on the stockist’s orders."
        purpose="new-stockist"
        fixed={fixedParentsFor(viewer, "stockist")}
        {...form.getInputProps("parent")}
      />
      {isAdmin ? (
        <PercentFields
          margin={form.getInputProps("stockistMargin")}
          distributorPercent={form.getInputProps("distributorPercent")}
          isNew
        />
      ) : (
        <StandardTerms />
      )}
      <CompanyFields
        companyAddress={form.getInputProps("companyAddress")}
        vatNo={form.getInputProps("vatNo")}
      />
      <div className={classes.pair}>
        {isAdmin && (
          <PercentField
            label="VAT rate (optional)"
            description="Of this stockist’s orders. Empty: the usual rate."
            {...form.getInputProps("stockistVAT")}
          />
        )}
        <CodeField {...form.getInputProps("stockistCode")} />
      </div>
    </>
  );
}
