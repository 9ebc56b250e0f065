import { SimpleGrid, TextInput } from "@mantine/core";
import { convertToStockistSchema } from "@portal/shared/people/users/user-forms.ts";
import { useState } from "react";
import { z } from "zod";
import { api } from "../../../api/api.ts";
import { fieldErrors } from "../../../api/error-message.ts";
import { useCommandId } from "../../../api/use-command-id.ts";
import type { SignedInUser } from "../../../session/session.tsx";
import { showToast } from "../../../ui/feedback.tsx";
import { useCheckedForm } from "../../../ui/form.tsx";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { useRefreshPeople } from "./use-refresh-people.ts";
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

const typedSchema = z.object({
  parent: typedParentSchema,
  distributorArea: z.string().trim().max(100),
  distributorCode: typedCodeSchema,
});

/** A customer becomes a distributor, under "Me" or, for an admin, under whom it is said. */
export function ConvertToDistributorDialog(props: {
  user: Convertible;
  viewer: SignedInUser;
  onClose: () => void;
}) {
  const { user, viewer } = props;
  const { form, summary, send, convert } = useConvertToDistributor(props);
  const parentId = typedParentSchema.safeParse(form.values.parent);

  return (
    <FormDialog
      title={`Convert ${nameOf(user)} to distributor`}
      onClose={props.onClose}
      onSubmit={send}
      submitLabel="Convert to distributor"
      isDirty={form.isDirty()}
      isBusy={convert.isPending}
      summary={summary}
      failure={convert.error}
    >
      <ParentPicker
        label="Parent"
        description="The new distributor will be one level below the parent."
        purpose="convert-to-distributor"
        userId={user.id}
        fixed={fixedParentsFor(viewer, "distributor")}
        {...form.getInputProps("parent")}
      />
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <TextInput
          label="Area (optional)"
          description="Main sales area."
          {...form.getInputProps("distributorArea")}
        />
        <CodeField {...form.getInputProps("distributorCode")} />
      </SimpleGrid>
      {parentId.success && (
        <NetworkPreview
          of={{ change: "convert-to-distributor", userId: user.id, parentId: parentId.data }}
        />
      )}
    </FormDialog>
  );
}

function useConvertToDistributor(props: {
  user: Convertible;
  viewer: SignedInUser;
  onClose: () => void;
}) {
  const { user, viewer, onClose } = props;
  const refresh = useRefreshPeople();
  const commandIdFor = useCommandId();
  const { form, summary, onSubmit, showErrors } = useCheckedForm({
    name: "convert",
    schema: typedSchema,
    initialValues: { parent: firstParentFor(viewer), distributorArea: "", distributorCode: "" },
  });
  const convert = api.users.convertToDistributor.useMutation({
    onSuccess: async () => {
      showToast("Done!");
      await refresh();
      onClose();
    },
    onError: (error) => showErrors(fieldErrors(error)),
  });
  const send = onSubmit(({ parent, ...typed }) => {
    const request = { ...typed, customerId: user.id, parentId: parent };
    convert.mutate({ ...request, commandId: commandIdFor(request) });
  });
  return { form, summary, send, convert };
}

/** The percentages are typed by the office alone; what a distributor converts has the standard ones. */
function typedSchemaFor({ role }: SignedInUser) {
  return convertToStockistSchema.pick({ companyAddress: true, vatNo: true }).extend({
    parent: typedParentSchema,
    ...newTermsSchemasFor(role),
    stockistCode: typedCodeSchema,
  });
}

/** A customer becomes a stockist: with a margin of their own, and a distributor who earns on it. */
export function ConvertToStockistDialog(props: {
  user: Convertible;
  viewer: SignedInUser;
  onClose: () => void;
}) {
  const { user, viewer } = props;
  const { schema, form, summary, send, convert } = useConvertToStockist(props);
  const terms = schema
    .pick({ parent: true, stockistMargin: true, distributorPercent: true })
    .safeParse(form.values);

  return (
    <FormDialog
      title={`Convert ${nameOf(user)} to stockist`}
      onClose={props.onClose}
      onSubmit={send}
      submitLabel="Convert to stockist"
      isDirty={form.isDirty()}
      isBusy={convert.isPending}
      summary={summary}
      failure={convert.error}
    >
      <ParentPicker
        label="Parent"
        description="Earns commission on this stockist’s orders."
        purpose="convert-to-stockist"
        userId={user.id}
        fixed={fixedParentsFor(viewer, "stockist")}
        {...form.getInputProps("parent")}
      />
      {viewer.role === "admin" ? (
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
      <CodeField {...form.getInputProps("stockistCode")} />
      {terms.success && (
        <NetworkPreview
          of={{
            change: "convert-to-stockist",
            userId: user.id,
            parentId: terms.data.parent,
            stockistMargin: terms.data.stockistMargin,
            distributorPercent: terms.data.distributorPercent,
          }}
        />
      )}
    </FormDialog>
  );
}

function useConvertToStockist(props: {
  user: Convertible;
  viewer: SignedInUser;
  onClose: () => void;
}) {
  const { user, viewer, onClose } = props;
  const refresh = useRefreshPeople();
  const commandIdFor = useCommandId();
  const [schema] = useState(() => typedSchemaFor(viewer));
  const { form, summary, onSubmit, showErrors } = useCheckedForm({
    name: "convert",
    schema,
    initialValues: {
      parent: firstParentFor(viewer),
      stockistMargin: "",
      distributorPercent: "",
      companyAddress: "",
      vatNo: "",
      stockistCode: "",
    },
  });
  const convert = api.users.convertToStockist.useMutation({
    onSuccess: async () => {
      showToast("Done!");
      await refresh();
      onClose();
    },
    onError: (error) => showErrors(fieldErrors(error)),
  });
  const send = onSubmit(({ parent, ...typed }) => {
    const request = { ...typed, customerId: user.id, parentId: parent };
    convert.mutate({ ...request, commandId: commandIdFor(request) });
  });
  return { schema, form, summary, send, convert };
}
