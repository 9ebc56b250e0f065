import { NavLink, Stack, TextInput, Title } from "@mantine/core";
import { saveSettingsSchema } from "@portal/shared/catalogue/settings.ts";
import { IconSearch } from "@tabler/icons-react";
import { useEffect, useMemo, useState } from "react";
import { useLocation, useSearchParams } from "wouter";
import { api, type ApiOutputs } from "../../../api/api.ts";
import { forEditingOn, freshAnswer } from "../../../api/for-editing.ts";
import { useUnsavedGuard } from "../../../ui/confirm-dialog.tsx";
import { DayText } from "../../../ui/days.tsx";
import { bodyOf, EditFields, useEditForm } from "../../../ui/editing/edit-form.tsx";
import { editSchema, textsOf } from "../../../ui/editing/edit-schema.ts";
import { Empty } from "../../../ui/empty.tsx";
import { Loaded } from "../../../ui/feedback.tsx";
import { Form } from "../../../ui/form.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { doneWords } from "../../../ui/done-words.ts";
import { SaveBar } from "../../../ui/save-bar.tsx";
import { SectionLink } from "../../../ui/section-link.tsx";
import { TwoPanes } from "../../../ui/two-panes.tsx";
import { useCommand } from "../../../ui/use-command.ts";
import { useIsPhone } from "../../../ui/use-is-phone.ts";
import { type SectionForm, settingsSections } from "./settings-sections.ts";

/** The shop's settings in sections, each with an address of its own and saved separately. */
export function ShopSettingsScreen() {
  const settings = api.settings.get.useQuery(undefined, forEditingOn);
  return (
    <Stack>
      <PageHeader
        title="Other Settings"
        note={
          <>
            Changes apply from the moment you save. Past orders and earnings do not change.
            {settings.data?.dateUpdated && (
              <>
                {" "}
                Last changed <DayText value={settings.data.dateUpdated} withTime />.
              </>
            )}
          </>
        }
      />
      <Loaded what="the settings" query={{ ...settings, data: freshAnswer(settings) }} lines={8}>
        {(fresh) => <Sections settings={fresh} />}
      </Loaded>
    </Stack>
  );
}

const sectionParam = "section";
const addressOf = (id: string) => `?${sectionParam}=${id}`;
const fieldId = (section: string, field: string) => `settings-${section}-${field}`;

function Sections(props: { settings: ApiOutputs["settings"]["get"] }) {
  const { settings } = props;
  const forms = useMemo(() => settingsSections(settings), [settings]);
  const [params] = useSearchParams();
  const [path, navigate] = useLocation();
  const [isDirty, setDirty] = useState(false);
  const [foundField, setFoundField] = useState<string | null>(null);
  const { leave, question } = useUnsavedGuard(isDirty);
  // A phone shows either the list or one section.
  const isPhone = useIsPhone();
  const requested = forms.find(({ id }) => id === params.get(sectionParam));
  const open = requested ?? forms[0];

  // Focuses the field that was chosen from the search results.
  useEffect(() => {
    const field = foundField === null ? null : document.getElementById(foundField);
    field?.focus({ preventScroll: true });
    field?.scrollIntoView({ block: "center" });
  }, [foundField]);

  const goTo = (id: string, field: string | null = null) => {
    const go = () => {
      navigate(path + addressOf(id));
      setFoundField(field);
    };
    if (id === open?.id) go();
    else leave(go);
  };
  return (
    <>
      <TwoPanes
        list={<Contents forms={forms} openId={(isPhone ? requested : open)?.id} onOpen={goTo} />}
        isChosen={requested !== undefined}
        backLabel="All settings"
        onBack={() => leave(() => navigate(path))}
      >
        {open && <SettingsSection key={open.id} form={open} onDirty={setDirty} />}
      </TwoPanes>
      {question}
    </>
  );
}

/** The list of sections, or the settings that match the search. */
function Contents(props: {
  forms: readonly SectionForm[];
  openId: string | undefined;
  onOpen: (id: string, field?: string) => void;
}) {
  const { forms, openId, onOpen } = props;
  const [search, setSearch] = useState("");
  const typed = search.trim().toLowerCase();
  const found = forms.flatMap((form) =>
    form.fields
      .filter(({ label, help }) => `${form.title} ${label} ${help}`.toLowerCase().includes(typed))
      .map((field) => ({ form, field })),
  );
  const entry = (form: SectionForm) => (
    <SectionLink
      key={form.id}
      href={addressOf(form.id)}
      label={form.title}
      isOpen={form.id === openId}
      onOpen={() => onOpen(form.id)}
    />
  );
  const elsewhere = forms.filter(({ isElsewhere }) => isElsewhere);
  return (
    <Stack gap="xs">
      <TextInput
        type="search"
        aria-label="Find a setting"
        placeholder="Find a setting"
        leftSection={<IconSearch size={16} stroke={1.8} aria-hidden="true" />}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      {typed === "" ? (
        <nav aria-label="Settings">
          {forms.filter(({ isElsewhere }) => !isElsewhere).map(entry)}
          {elsewhere.length > 0 && (
            <NavLink
              component="button"
              type="button"
              label="Other regions"
              defaultOpened={elsewhere.some(({ id }) => id === openId)}
            >
              {elsewhere.map(entry)}
            </NavLink>
          )}
        </nav>
      ) : (
        <nav aria-label="Settings found">
          {found.map(({ form, field }) => (
            <NavLink
              key={`${form.id}-${field.name}`}
              component="button"
              type="button"
              label={field.label}
              description={form.title}
              onClick={() => {
                setSearch("");
                onOpen(form.id, fieldId(form.id, field.name));
              }}
            />
          ))}
          {found.length === 0 && <Empty title="No settings match" />}
        </nav>
      )}
    </Stack>
  );
}

/** One section of the settings, with its save bar. */
function SettingsSection(props: { form: SectionForm; onDirty: (isDirty: boolean) => void }) {
  const { form, onDirty } = props;
  const { id, title, fields, fixed, section } = form;
  const utils = api.useUtils();
  const save = useCommand(api.settings.save, {
    repeatable: true,
    done: ({ proposalId }) => doneWords(proposalId, "Saved!"),
  });
  const schema = useMemo(
    () => editSchema(fields, saveSettingsSchema, { ...fixed, section }),
    [fields, fixed, section],
  );
  const edited = useEditForm({
    name: `settings-${id}`,
    fields,
    initial: textsOf(fields, form.values),
    schema,
    failure: save.error,
    version: form.version,
    readSaved: async () => {
      const saved = await utils.settings.get.fetch(undefined, { staleTime: 0 });
      const newer = settingsSections(saved).find((one) => one.id === id);
      return {
        version: newer?.version ?? null,
        texts: textsOf(fields, newer?.values ?? {}),
      };
    },
    onSave: (values, { version, whenSaved }) =>
      save.send({ ...values, version }, (saved) => whenSaved(saved.version)),
  });
  const isDirty = edited.changed.length > 0;
  useEffect(() => {
    onDirty(isDirty);
    return () => onDirty(false);
  }, [isDirty, onDirty]);
  return (
    <Stack component="section" aria-labelledby={id} maw={640}>
      <Title order={2} id={id}>
        {title}
      </Title>
      <Form id={edited.id} {...bodyOf(edited)}>
        <EditFields edited={edited} />
      </Form>
      <SaveBar
        form={edited.id}
        changed={edited.changed}
        isBusy={save.isPending}
        onDiscard={edited.discard}
      />
    </Stack>
  );
}
