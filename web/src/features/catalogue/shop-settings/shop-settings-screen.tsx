import { useCallback, useMemo, useState } from "react";
import { api, type ApiOutputs } from "../../../api/api.ts";
import editing from "../../../ui/editing/editing.module.css";
import { useUnsavedGuard } from "../../../ui/editing/use-unsaved-guard.tsx";
import { Failure } from "../../../ui/failure.tsx";
import { Loading } from "../../../ui/loading.tsx";
import { PageHeading } from "../../../ui/page-heading.tsx";
import { SettingsSection } from "./settings-section.tsx";
import { settingsSections } from "./settings-sections.ts";
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
  const question = useUnsavedGuard(unsaved.size > 0);
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
