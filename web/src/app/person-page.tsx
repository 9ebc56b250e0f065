import { Box, Scroller, Stack, Tabs, Text } from "@mantine/core";
import { Suspense, useEffect, useRef } from "react";
import { Redirect, useLocation, useParams, useSearchParams } from "wouter";
import { api } from "../api/api.ts";
import {
  isEarner,
  isOfNetwork,
  type Person,
  PersonHead,
} from "../features/people/users/person-head.tsx";
import { useUserActions } from "../features/people/users/user-actions.ts";
import { personPath, personTabs, type PersonTab } from "../session/paths.ts";
import { type SignedInUser, useSession } from "../session/session.tsx";
import { Failure, Loading, Notice } from "../ui/feedback.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { lazyPart } from "../ui/lazy-part.ts";
import { UserActionDialog } from "../features/people/users/user-dialogs.ts";
import { PersonOverview } from "../features/people/users/person-overview.tsx";

const PersonTabPart = lazyPart(async () => (await import("./person-tab.tsx")).PersonTabPart);

/** The office's page of one person, in tabs; the code of all but the first is loaded when one is opened. */
export function PersonPage() {
  const { id: idText } = useParams();
  const [params] = useSearchParams();
  const session = useSession();
  const id = /^[1-9]\d{0,8}$/.test(idText ?? "") ? Number(idText) : null;
  const tab = personTabs.find((known) => known === params.get("tab")) ?? "overview";
  if (id === null) return <Redirect to="/admin/users" replace />;
  if (session.state !== "signed-in") return null;
  return <OnePerson key={id} id={id} tab={tab} viewer={session.user} />;
}

function OnePerson(props: { id: number; tab: PersonTab; viewer: SignedInUser }) {
  const { id, viewer } = props;
  const { data: person, error, refetch } = api.people.get.useQuery({ id });
  const { act, acting, stop, failure } = useUserActions();
  if (!person)
    return (
      <Stack>
        <PageHeader title="Person" />
        {error ? (
          <Failure what="the person" error={error} onRetry={() => void refetch()} />
        ) : (
          <Loading what="the person" lines={6} />
        )}
      </Stack>
    );
  return (
    <Stack gap="md">
      <PersonHead person={person} onAction={(action) => act(person.user, action)} />
      {failure !== null && <Notice tone="bad">{failure}</Notice>}
      <Parts person={person} tab={props.tab} showsCredit={viewer.developer} />
      {acting && (
        <Suspense fallback={null}>
          <UserActionDialog
            action={acting.action}
            user={person.user}
            viewer={viewer}
            onClose={stop}
          />
        </Suspense>
      )}
    </Stack>
  );
}

const parts: Readonly<
  Record<
    PersonTab,
    {
      label: string;
      /** People for whom the tab exists; all without it. */
      isFor?: (person: Person) => boolean;
      count?: (figures: Person["figures"]) => number;
    }
  >
> = {
  overview: { label: "Overview" },
  orders: { label: "Orders", count: ({ orders }) => orders },
  wallet: { label: "Wallet", isFor: isOfNetwork },
  network: { label: "Network", isFor: isEarner },
  recipients: { label: "Recipients", count: ({ recipients }) => recipients },
  "sign-ins": { label: "Sign-ins" },
  messages: { label: "Messages" },
  notes: { label: "Notes", count: ({ notes }) => notes },
  history: { label: "History" },
};

function Parts(props: { person: Person; tab: PersonTab; showsCredit: boolean }) {
  const { person } = props;
  const [, navigate] = useLocation();
  const shown = personTabs.filter((tab) => parts[tab].isFor?.(person) ?? true);
  const chosen = shown.includes(props.tab) ? props.tab : "overview";
  const chosenTab = useRef<HTMLButtonElement>(null);
  // On a phone not all tabs are in sight.
  useEffect(() => {
    if (chosen !== "overview")
      chosenTab.current?.scrollIntoView({ inline: "center", block: "nearest" });
  }, [chosen]);
  return (
    <Tabs
      value={chosen}
      onChange={(value) => {
        const tab = personTabs.find((known) => known === value);
        if (tab) navigate(personPath(person.user.id, tab));
      }}
    >
      <Scroller draggable={false} styles={{ content: { minWidth: "100%" } }}>
        <Tabs.List style={{ flexWrap: "nowrap", flexGrow: 1 }} aria-label="Parts of the person">
          {shown.map((tab) => {
            const { label, count } = parts[tab];
            const counted = count?.(person.figures) ?? 0;
            return (
              <Tabs.Tab key={tab} value={tab} {...(tab === chosen && { ref: chosenTab })}>
                {label}{" "}
                {counted > 0 && (
                  <Text span size="xs" c="dimmed" fw={400}>
                    {counted}
                  </Text>
                )}
              </Tabs.Tab>
            );
          })}
        </Tabs.List>
      </Scroller>
      <Tabs.Panel value={chosen}>
        <Box pt="md">
          {chosen === "overview" ? (
            <PersonOverview person={person} />
          ) : (
            <Suspense fallback={<Loading what={parts[chosen].label.toLowerCase()} lines={6} />}>
              <PersonTabPart tab={chosen} person={person} showsCredit={props.showsCredit} />
            </Suspense>
          )}
        </Box>
      </Tabs.Panel>
    </Tabs>
  );
}

/** Redirects old links to `/admin/users/{id}`. */
export function OlderPersonPage() {
  const { id } = useParams();
  return <Redirect to={`/admin/people/${id}`} replace />;
}
