import { saveSettingsSchema } from "@portal/shared/settings.ts";
import { useId, useMemo } from "react";
import { api } from "../../api/api.ts";
import { EditForm } from "../../ui/editing/edit-form.tsx";
import { editSchema } from "../../ui/editing/edit-schema.ts";
import { textsOf, valuesOf } from "../../ui/editing/edit-values.ts";
import classes from "../../ui/editing/editing.module.css";
import { Failure } from "../../ui/failure.tsx";
import { Loading } from "../../ui/loading.tsx";
import { PageHeading } from "../../ui/page-heading.tsx";
import { showToast } from "../../ui/toast.tsx";
import { type SectionForm, settingsSections } from "./settings-sections.ts";

/** Everything about the shop that the office can set; each part is saved by itself and audited. */
export function ShopSettingsScreen() {
  const settings = api.settings.get.useQuery(undefined, { refetchOnWindowFocus: false });
  return (
    <div className={classes.page}>
      <PageHeading title="Other Settings" area="Office" />
      <p>A change counts from the moment it is saved. What was placed and earned before stays.</p>
      {settings.data ? (
        settingsSections(settings.data).map((form) => <Section key={form.title} form={form} />)
      ) : settings.error ? (
        <Failure
          what="the settings"
          error={settings.error}
          onRetry={() => void settings.refetch()}
        />
      ) : (
        <Loading what="the settings" lines={8} />
      )}
    </div>
  );
}

function Section(props: { form: SectionForm }) {
  const { form } = props;
  const { section, fields, fixed } = form;
  const headingId = useId();
  const utils = api.useUtils();
  const save = api.settings.save.useMutation({
    onSuccess: async () => {
      showToast("Saved!");
      await Promise.all([utils.settings.invalidate(), utils.catalog.invalidate()]);
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
  return (
    <section aria-labelledby={headingId} className={classes.section}>
      <h2 id={headingId}>{form.title}</h2>
      <EditForm
        name={`settings-${section}-${form.title.replaceAll(/\W/g, "")}`}
        fields={fields}
        initial={textsOf(fields, form.values)}
        schema={schema}
        isBusy={save.isPending}
        failure={save.error}
        onSave={(values) => save.mutate(values)}
      />
    </section>
  );
}
