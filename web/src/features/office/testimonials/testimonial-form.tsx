import { Checkbox, Text, Textarea, TextInput } from "@mantine/core";
import { shownTestimonialsMax, testimonialSchema } from "@portal/shared/office/testimonials.ts";
import { incomplete, newItemId } from "@portal/shared/platform/editing.ts";
import { useState } from "react";
import { api, type ApiOutputs } from "../../../api/api.ts";
import { codedMessage } from "../../../ui/coded-message.ts";
import { DayText } from "../../../ui/days.tsx";
import { useDeletion } from "../../../ui/deletion.tsx";
import { useCheckedForm } from "../../../ui/form.tsx";
import { FormSheet } from "../../../ui/form-sheet.tsx";
import { useNewerVersion } from "../../../ui/newer-version.tsx";
import { WholeNumberInput } from "../../../ui/number-inputs.tsx";
import { PictureField } from "../../../ui/picture-field.tsx";
import { useCommand } from "../../../ui/use-command.ts";

type Testimonial = ApiOutputs["testimonials"]["byId"];

/** @param saved null for a new one */
function valuesOf(saved: Testimonial | null) {
  return {
    id: saved?.id ?? newItemId,
    name: saved?.name ?? "",
    town: saved?.town ?? "",
    words: saved?.words ?? "",
    imageId: saved?.imageId ?? null,
    sortOrder: saved?.sortOrder ?? 0,
    isShown: saved?.isShown ?? true,
  };
}

/** Adds or edits a testimonial in a sheet beside the list. */
export function TestimonialForm(props: { testimonial: Testimonial | null; onClose: () => void }) {
  const { testimonial, onClose } = props;
  const utils = api.useUtils();
  const [initialValues] = useState(() => valuesOf(testimonial));
  const { form, summary, onSubmit, showErrors } = useCheckedForm({
    name: "testimonial",
    schema: testimonialSchema,
    initialValues,
  });
  const save = useCommand(api.testimonials.save, {
    done: "Saved!",
    form: { showErrors },
    onDone: onClose,
  });
  const { version, notice } = useNewerVersion({
    name: "testimonial",
    form,
    kept: { version: testimonial?.version ?? null, values: initialValues },
    failure: save.error,
    read: async () => {
      const { id } = initialValues;
      const saved = await utils.testimonials.byId.fetch({ id }, { staleTime: 0 });
      return { version: saved.version, values: valuesOf(saved) };
    },
  });
  const remove = useCommand(api.testimonials.delete, {
    repeatable: true,
    done: "Item deleted.",
    onDone: onClose,
  });
  const deletion = useDeletion({
    title: `Delete ${testimonial?.name}?`,
    consequences: "It will be removed from the shop. You cannot undo this.",
    command: remove,
    onConfirm: () => remove.send({ id: initialValues.id }),
  });
  return (
    <FormSheet
      title={testimonial?.name ?? "New testimonial"}
      onClose={onClose}
      onSubmit={onSubmit((values) => save.send({ ...values, version }))}
      submitLabel="Save"
      isDirty={form.isDirty()}
      isBusy={save.isPending}
      summary={{ ...summary, title: incomplete }}
      failure={save.error}
      failureWords={(error) => codedMessage("save", error)}
      notice={notice}
      menu={testimonial && deletion.menu}
      after={deletion.question}
    >
      <TextInput
        label="Name"
        description="Get their permission first."
        required
        autoComplete="off"
        {...form.getInputProps("name")}
      />
      <TextInput label="Town" autoComplete="off" {...form.getInputProps("town")} />
      <Textarea label="What they say" required rows={4} {...form.getInputProps("words")} />
      <PictureField label="Picture" {...form.getInputProps("imageId")} />
      <WholeNumberInput
        label="Sort order"
        description={`Lower numbers come first. The shop shows the first ${shownTestimonialsMax}.`}
        required
        {...form.getInputProps("sortOrder")}
      />
      <Checkbox
        label="Shown in the shop"
        {...form.getInputProps("isShown", { type: "checkbox" })}
      />
      {testimonial && (
        <>
          <Text size="sm" c="dimmed">
            Created <DayText value={testimonial.dateCreated} withTime />
          </Text>
          <Text size="sm" c="dimmed">
            Updated <DayText value={testimonial.dateUpdated} withTime />
          </Text>
        </>
      )}
    </FormSheet>
  );
}
