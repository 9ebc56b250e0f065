import { z } from "zod/mini";
import { SimpleGrid, TextInput } from "@mantine/core";
import type { GetInputPropsReturnType } from "@mantine/form";
import {
  convertToDistributorSchema,
  convertToStockistSchema,
} from "@portal/shared/people/users/user-forms.ts";
import { useState } from "react";
import { api } from "../../../api/api.ts";
import type { SignedInUser } from "../../../session/session.tsx";
import { useCheckedForm } from "../../../ui/form.tsx";
import { knownValues } from "../../../ui/known-values.ts";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { useCommand } from "../../../ui/use-command.ts";
import { NetworkPreview } from "./network-preview.tsx";
import {
  firstParentFor,
  fixedParentsFor,
  ParentPicker,
  typedCodeSchema,
  typedParentSchema,
} from "./parent-picker.tsx";
import {
  CodeField,
  CompanyFields,
  newTermsSchemasFor,
  PercentFields,
  StandardTerms,
} from "./user-fields.tsx";
import { type Convertible, nameOf } from "./user-words.ts";

type Props = Readonly<{ user: Convertible; viewer: SignedInUser; onClose: () => void }>;

const distributorSchema = z.extend(z.pick(convertToDistributorSchema, { distributorArea: true }), {
  parentId: typedParentSchema,
  distributorCode: typedCodeSchema,
});

/** Makes a customer a distributor, under the viewer by default; an admin has to choose the parent. */
export function ConvertToDistributorDialog({ user, viewer, onClose }: Props) {
  const { form, summary, onSubmit, showErrors } = useCheckedForm({
    name: "convert",
    schema: distributorSchema,
    initialValues: { parentId: firstParentFor(viewer), distributorArea: "", distributorCode: "" },
  });
  const convert = useCommand(api.users.convertToDistributor, {
    done: "Done!",
    form: { showErrors },
    onDone: onClose,
  });
  const send = onSubmit((typed) => convert.send({ ...typed, customerId: user.id }));
  const parentId = typedParentSchema.safeParse(form.values.parentId);

  return (
    <FormDialog
      title={`Convert ${nameOf(user)} to distributor`}
      onClose={onClose}
      onSubmit={send}
      submitLabel="Convert to distributor"
      isDirty={form.isDirty()}
      isBusy={convert.isPending}
      summary={summary}
      failure={convert.error}
    >
      <NewDistributorFields
        viewer={viewer}
        purpose="convert-to-distributor"
        userId={user.id}
        fields={(name) => form.getInputProps(name)}
      />
      {parentId.success && (
        <NetworkPreview
          of={{ change: "convert-to-distributor", userId: user.id, parentId: parentId.data }}
        />
      )}
    </FormDialog>
  );
}

/** Only admins type the percentages; a distributor's new stockists get the standard ones. */
function stockistSchemaFor({ role }: SignedInUser) {
  return z.extend(z.pick(convertToStockistSchema, { companyAddress: true, vatNo: true }), {
    parentId: typedParentSchema,
    ...newTermsSchemasFor(role),
    stockistCode: typedCodeSchema,
  });
}

/** Makes a customer a stockist, with a margin and a parent who earns on its orders. */
export function ConvertToStockistDialog({ user, viewer, onClose }: Props) {
  const [schema] = useState(() => stockistSchemaFor(viewer));
  const { form, summary, onSubmit, showErrors } = useCheckedForm({
    name: "convert",
    schema,
    initialValues: {
      parentId: firstParentFor(viewer),
      stockistMargin: "",
      distributorPercent: "",
      companyAddress: "",
      vatNo: "",
      stockistCode: "",
    },
  });
  const convert = useCommand(api.users.convertToStockist, {
    done: "Done!",
    form: { showErrors },
    onDone: onClose,
  });
  const send = onSubmit((typed) => convert.send({ ...typed, customerId: user.id }));
  const termsSchema = z.pick(schema, {
    parentId: true,
    stockistMargin: true,
    distributorPercent: true,
  });
  const terms = termsSchema.safeParse(knownValues(termsSchema, form.values));

  return (
    <FormDialog
      title={`Convert ${nameOf(user)} to stockist`}
      onClose={onClose}
      onSubmit={send}
      submitLabel="Convert to stockist"
      isDirty={form.isDirty()}
      isBusy={convert.isPending}
      summary={summary}
      failure={convert.error}
    >
      <NewStockistFields
        viewer={viewer}
        purpose="convert-to-stockist"
        userId={user.id}
        fields={(name) => form.getInputProps(name)}
      />
      <CodeField {...form.getInputProps("stockistCode")} />
      {terms.success && (
        <NetworkPreview of={{ change: "convert-to-stockist", userId: user.id, ...terms.data }} />
      )}
    </FormDialog>
  );
}

/** Parent, area and code of a new distributor. */
export function NewDistributorFields(props: {
  viewer: SignedInUser;
  purpose: "new-distributor" | "convert-to-distributor";
  /** The customer who is converted. */
  userId?: number;
  fields: (name: "parentId" | "distributorArea" | "distributorCode") => GetInputPropsReturnType;
}) {
  const { viewer, fields, ...picker } = props;
  return (
    <>
      <ParentPicker
        label="Parent"
        description="The new distributor will be one level below the parent."
        {...picker}
        fixed={fixedParentsFor(viewer, "distributor")}
        {...fields("parentId")}
      />
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <TextInput
          label="Area (optional)"
          description="Main sales area."
          autoComplete="off"
          {...fields("distributorArea")}
        />
        <CodeField {...fields("distributorCode")} />
      </SimpleGrid>
    </>
  );
}

type NewStockistField =
  | "parentId"
  | "stockistMargin"
  | "distributorPercent"
  | "companyAddress"
  | "vatNo";

/** Parent, percentages and company of a new stockist; the percentages are fields for admins only. */
export function NewStockistFields(props: {
  viewer: SignedInUser;
  purpose: "new-stockist" | "convert-to-stockist";
  /** The customer who is converted. */
  userId?: number;
  fields: (name: NewStockistField) => GetInputPropsReturnType;
}) {
  const { viewer, fields, ...picker } = props;
  return (
    <>
      <ParentPicker
        label="Parent"
        description="Earns commission on this stockist’s orders."
        {...picker}
        fixed={fixedParentsFor(viewer, "stockist")}
        {...fields("parentId")}
      />
      {viewer.role === "admin" ? (
        <PercentFields
          margin={fields("stockistMargin")}
          distributorPercent={fields("distributorPercent")}
          isNew
        />
      ) : (
        <StandardTerms />
      )}
      <CompanyFields companyAddress={fields("companyAddress")} vatNo={fields("vatNo")} />
    </>
  );
}
