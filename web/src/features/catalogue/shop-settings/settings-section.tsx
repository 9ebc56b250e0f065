import { saveSettingsSchema } from "@portal/shared/catalogue/settings.ts";
import { useCallback, useMemo } from "react";
import { api } from "../../../api/api.ts";
import { EditForm } from "../../../ui/editing/edit-form.tsx";
import { editSchema } from "../../../ui/editing/edit-schema.ts";
import { textsOf, valuesOf } from "../../../ui/editing/edit-values.ts";
import { showDone } from "../../../ui/proposed-toast.ts";
import type { SectionForm } from "./settings-sections.ts";
import classes from "./shop-settings.module.css";

/** One part of the settings; what is not about this shop's own region is folded away. */
export function SettingsSection(props: {
  form: SectionForm;
  onDirty: (id: string, isDirty: boolean) => void;
}) {
  const { form, onDirty } = props;
  const { id, title, fields, fixed, section } = form;
  const utils = api.useUtils();
  const save = api.settings.save.useMutation({
    onSuccess: async ({ proposalId }) => {
      showDone(proposalId, "Saved!");
      const shownElsewhere = [utils.catalog.invalidate(), utils.payouts.invalidate()];
      await Promise.all([utils.settings.invalidate(), ...shownElsewhere]);
    },
  });
  const schema = useMemo(
    () =>
      editSchema(
        fields,
        (texts) => ({ ...valuesOf(fields, texts), ...fixed, section }),
        saveSettingsSchema,
      ),
    [fields, fixed, section],
  );
  const heading = (
    <h2 id={id} tabIndex={-1} className={classes.heading}>
      {title}
    </h2>
  );
  const body = (
    <EditForm
      name={`settings-${id}`}
      fields={fields}
      initial={textsOf(fields, form.values)}
      schema={schema}
      isBusy={save.isPending}
      failure={save.error}
      isQuiet
      onSave={(values, whenSaved) => save.mutate(values, { onSuccess: whenSaved })}
      onDirty={useCallback((isDirty) => onDirty(id, isDirty), [onDirty, id])}
    />
  );
  if (form.isElsewhere)
    return (
      <section aria-labelledby={id} className={classes.folded}>
        <details>
          <summary className={classes.summary}>{heading}</summary>
          <div className={classes.unfolded}>{body}</div>
        </details>
      </section>
    );
  return (
    <section aria-labelledby={id} className={classes.section}>
      {heading}
      {body}
    </section>
  );
}
