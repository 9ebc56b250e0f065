import { saveSettingsSchema } from "@portal/shared/catalogue/settings.ts";
import { useCallback, useMemo, useState } from "react";
import { api, type ApiOutputs } from "../../../api/api.ts";
import { useUnsavedGuard } from "../../../ui/confirm-dialog.tsx";
import { EditForm } from "../../../ui/editing/edit-form.tsx";
import { editSchema, textsOf, valuesOf } from "../../../ui/editing/edit-schema.ts";
import editing from "../../../ui/editing/editing.module.css";
import { Failure, Loading } from "../../../ui/feedback.tsx";
import { PageHeading } from "../../../ui/page-heading.tsx";
import { showDone } from "../../../ui/proposed-toast.ts";
import { type SectionForm, settingsSections } from "./settings-sections.ts";
import classes from "./shop-settings.module.css";

/** Everything about the shop that the office can set; each part is saved by itself and audited. */
export function ShopSettingsScreen() {
  const settings = api.settings.get.useQuery(undefined, { refetchOnWindowFocus: false });
  return (
    <div className={editing.page}>
      <PageHeading title="Other Settings" area="Office" />
      <p className={classes.lead}>
        A change counts from the moment it is saved. What was placed and earned before stays.
      </p>
      {settings.data ? (
        <Sections settings={settings.data} />
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

function Sections(props: { settings: ApiOutputs["settings"]["get"] }) {
  const { settings } = props;
  const forms = useMemo(() => settingsSections(settings), [settings]);
  const [unsaved, setUnsaved] = useState<ReadonlySet<string>>(new Set());
  const report = useCallback(
    (id: string, isDirty: boolean) =>
      setUnsaved((before) => {
        if (before.has(id) === isDirty) return before;
        const others = [...before].filter((other) => other !== id);
        return new Set(isDirty ? [...others, id] : others);
      }),
    [],
  );
  const { question } = useUnsavedGuard(unsaved.size > 0);
  return (
    <>
      <nav aria-label="Settings on this page">
        <ul className={classes.contents}>
          {forms.map(({ id, title }) => (
            <li key={id}>
              <a
                href={`#${id}`}
                onClick={(event) => {
                  event.preventDefault();
                  openSection(id);
                }}
              >
                {title}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      {forms.map((form) => (
        <SettingsSection key={form.id} form={form} onDirty={report} />
      ))}
      {question}
    </>
  );
}

function openSection(id: string) {
  const heading = document.getElementById(id);
  heading?.closest("details")?.setAttribute("open", "");
  heading?.focus({ preventScroll: true });
  heading?.scrollIntoView();
}

/** One part of the settings; what is not about this shop's own region is folded away. */
function SettingsSection(props: {
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
