import "../../../theme/mantine-forms.ts";
import { TextInput } from "@mantine/core";
import { z } from "zod";
import { api } from "../../../api/api.ts";
import { fieldErrors } from "../../../api/error-message.ts";
import { useCommandId } from "../../../api/use-command-id.ts";
import type { SignedInUser } from "../../../session/session.tsx";
import { showToast } from "../../../ui/toast.tsx";
import { useCheckedForm } from "../../../ui/use-checked-form.ts";
import classes from "./form-dialog.module.css";
import { FormDialog } from "./form-dialog.tsx";
import { NetworkPreview } from "./network-preview.tsx";
import { ParentPicker } from "./parent-picker.tsx";
import { firstParentFor, fixedParentsFor, typedCodeSchema, typedParentSchema } from "./placing.ts";
import { CodeField } from "./stockist-fields.tsx";
import { useRefreshPeople } from "./use-refresh-people.ts";
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
  const { form, summary, send, convert } = useConvert(props);
  const parentId = typedParentSchema.safeParse(form.values.parent);

  return (
    <FormDialog
      title={`Make ${nameOf(user)} a distributor`}
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
        description="The new distributor stands one level below."
        purpose="convert-to-distributor"
        userId={user.id}
        fixed={fixedParentsFor(viewer, "distributor")}
        {...form.getInputProps("parent")}
      />
      <div className={classes.pair}>
        <TextInput
          label="Area (optional)"
          description="Where they mostly sell."
          {...form.getInputProps("distributorArea")}
        />
        <CodeField {...form.getInputProps("distributorCode")} />
      </div>
      {parentId.success && (
        <NetworkPreview
          of={{ change: "convert-to-distributor", userId: user.id, parentId: parentId.data }}
        />
      )}
    </FormDialog>
  );
}

function useConvert(props: { user: Convertible; viewer: SignedInUser; onClose: () => void }) {
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
