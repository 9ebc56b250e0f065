import "../../../theme/mantine-forms.ts";
import { convertToStockistSchema } from "@portal/shared/people/users/user-forms.ts";
import { useState } from "react";
import { api } from "../../../api/api.ts";
import { fieldErrors } from "../../../api/error-message.ts";
import { useCommandId } from "../../../api/use-command-id.ts";
import type { SignedInUser } from "../../../session/session.tsx";
import { showToast } from "../../../ui/toast.tsx";
import { useCheckedForm } from "../../../ui/use-checked-form.ts";
import { FormDialog } from "./form-dialog.tsx";
import { NetworkPreview } from "./network-preview.tsx";
import { ParentPicker } from "./parent-picker.tsx";
import { newTermsSchemasFor } from "./percent.ts";
import { firstParentFor, fixedParentsFor, typedCodeSchema, typedParentSchema } from "./placing.ts";
import { CodeField, CompanyFields, PercentFields, StandardTerms } from "./stockist-fields.tsx";
import { useRefreshPeople } from "./use-refresh-people.ts";
import { type Convertible, nameOf } from "./user-words.ts";

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
  const { schema, form, summary, send, convert } = useConvert(props);
  const terms = schema
    .pick({ parent: true, stockistMargin: true, distributorPercent: true })
    .safeParse(form.values);

  return (
    <FormDialog
      title={`Make ${nameOf(user)} a stockist`}
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
        description="The distributor who earns on the stockist’s orders."
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

function useConvert(props: { user: Convertible; viewer: SignedInUser; onClose: () => void }) {
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
