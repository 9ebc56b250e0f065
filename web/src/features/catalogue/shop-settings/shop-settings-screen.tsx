import { NavLink, Stack, TextInput } from "@mantine/core";
import { regionNames } from "@portal/shared/platform/region.ts";
import { IconSearch } from "@tabler/icons-react";
import { type ComponentType, Fragment, type ReactNode, useEffect, useMemo, useState } from "react";
import { useLocation, useSearchParams } from "wouter";
import { api, type ApiOutputs } from "../../../api/api.ts";
import { forEditingOn, freshAnswer } from "../../../api/for-editing.ts";
import { leaveWork } from "../../../session/unsaved-work.ts";
import { DayText } from "../../../ui/days.tsx";
import { Empty } from "../../../ui/empty.tsx";
import { Loaded } from "../../../ui/feedback.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { SectionLink } from "../../../ui/section-link.tsx";
import { TwoPanes } from "../../../ui/two-panes.tsx";
import { useIsPhone } from "../../../ui/use-is-phone.ts";
import { AccountingSection, BankSection, PayoutsSection } from "./money-sections.tsx";
import { RegionSection } from "./region-section.tsx";
import { nameOfSection, type SectionProps } from "./section-form.tsx";
import {
  CollectionSection,
  CompanySection,
  LimitsSection,
  OrdersSection,
  SaleSection,
  SignInSection,
  StockistsSection,
} from "./shop-sections.tsx";

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

/** One section of the settings; its `form` is rendered where it is open. */
type Section = Readonly<{
  id: string;
  title: string;
  form: ReactNode;
  /** A region that the shop does not sell in. */
  isElsewhere?: boolean;
}>;

/** The sections of "Other Settings", the most used first. */
function sectionsOf(settings: ApiOutputs["settings"]["get"]): Section[] {
  const section = (id: string, title: string, Form: ComponentType<SectionProps>): Section => ({
    id,
    title,
    form: <Form id={id} title={title} settings={settings} />,
  });
  const regions = settings.regions.map((region): Section => {
    const isElsewhere = region.code !== settings.region;
    const id = `region-${region.code}`;
    const title = `${regionNames[region.code]}${isElsewhere ? "" : " (current)"}`;
    const props = { id, title, settings, region };
    return { id, title, isElsewhere, form: <RegionSection {...props} /> };
  });
  return [
    section("sale", "Black Friday", SaleSection),
    section("orders", "Orders", OrdersSection),
    section("shop", "Company details", CompanySection),
    section("bank", "Shop bank details", BankSection),
    section("payouts", "Payouts", PayoutsSection),
    section("stockists", "Stockists", StockistsSection),
    section("signIn", "Sign-in codes", SignInSection),
    section("limits", "Limits for buyers", LimitsSection),
    section("collection", "Collection point", CollectionSection),
    section("accounting", "Accounting", AccountingSection),
    ...regions.filter(({ isElsewhere }) => !isElsewhere),
    ...regions.filter(({ isElsewhere }) => isElsewhere),
  ];
}

function Sections(props: { settings: ApiOutputs["settings"]["get"] }) {
  const { settings } = props;
  const sections = useMemo(() => sectionsOf(settings), [settings]);
  const [params] = useSearchParams();
  const [path, navigate] = useLocation();
  const [foundField, setFoundField] = useState<string | null>(null);
  // A phone shows either the list or one section.
  const isPhone = useIsPhone();
  const requested = sections.find(({ id }) => id === params.get(sectionParam));
  const open = requested ?? sections[0];

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
    else leaveWork(go);
  };
  return (
    <TwoPanes
      list={
        <Contents sections={sections} openId={(isPhone ? requested : open)?.id} onOpen={goTo} />
      }
      isChosen={requested !== undefined}
      backLabel="All settings"
      onBack={() => leaveWork(() => navigate(path))}
    >
      {open && <Fragment key={open.id}>{open.form}</Fragment>}
    </TwoPanes>
  );
}

const noSearch: Readonly<{ typed: string; found: readonly FoundField[] }> = {
  typed: "",
  found: [],
};

/** The list of sections, or the settings that match the search. */
function Contents(props: {
  sections: readonly Section[];
  openId: string | undefined;
  onOpen: (id: string, fieldId?: string) => void;
}) {
  const { sections, openId, onOpen } = props;
  const [search, setSearch] = useState(noSearch);
  const [isInSearch, setInSearch] = useState(false);
  const find = (typed: string) => {
    const wanted = typed.trim().toLowerCase();
    setSearch({ typed, found: wanted === "" ? [] : fieldsWith(wanted, sections) });
  };
  const entry = ({ id, title }: Section) => (
    <SectionLink
      key={id}
      href={addressOf(id)}
      label={title}
      isOpen={id === openId}
      onOpen={() => onOpen(id)}
    />
  );
  const elsewhere = sections.filter(({ isElsewhere }) => isElsewhere);
  return (
    <Stack gap="xs">
      <TextInput
        type="search"
        aria-label="Find a setting"
        placeholder="Find a setting"
        leftSection={<IconSearch size={16} stroke={1.8} aria-hidden="true" />}
        value={search.typed}
        onFocus={() => setInSearch(true)}
        onBlur={() => setInSearch(false)}
        onChange={(event) => find(event.currentTarget.value)}
      />
      {search.typed.trim() === "" ? (
        <nav aria-label="Settings">
          {sections.filter(({ isElsewhere }) => !isElsewhere).map(entry)}
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
          {search.found.map(({ id, label, section }) => (
            <NavLink
              key={id}
              component="button"
              type="button"
              label={label}
              description={section.title}
              onClick={() => {
                setSearch(noSearch);
                onOpen(section.id, id);
              }}
            />
          ))}
          {search.found.length === 0 && <Empty title="No settings match" />}
        </nav>
      )}
      {isInSearch && (
        // The words of a setting stand in its form alone, so the search reads the forms.
        <div hidden>
          {sections
            .filter(({ id }) => id !== openId)
            .map(({ id, form }) => (
              <Fragment key={id}>{form}</Fragment>
            ))}
        </div>
      )}
    </Stack>
  );
}

type FoundField = Readonly<{ id: string; label: string; section: Section }>;

/** The fields whose label or help has what is typed, among the sections that are on the page. */
function fieldsWith(typed: string, sections: readonly Section[]): FoundField[] {
  return sections.flatMap((section) => {
    const labels = `label[for^="${nameOfSection(section.id)}-"]`;
    return [...document.querySelectorAll<HTMLLabelElement>(labels)]
      .filter((label) => {
        const field = label.closest("form > *");
        return `${section.title} ${field?.textContent}`.toLowerCase().includes(typed);
      })
      .map((label) => ({
        id: label.htmlFor,
        label: label.firstChild?.textContent ?? "",
        section,
      }));
  });
}
