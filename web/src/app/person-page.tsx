import { Box, Stack, Tabs, Text } from "@mantine/core";
import { Suspense, useEffect, useRef } from "react";
import { Redirect, useLocation, useParams, useSearchParams } from "wouter";
import { api } from "../api/api.ts";
import { type Person, PersonHead } from "../features/people/users/person-head.tsx";
import { useUserActions } from "../features/people/users/user-actions.ts";
import { personPath } from "../session/paths.ts";
import { type SignedInUser, useSession } from "../session/session.tsx";
import { leaveWork } from "../session/unsaved-work.ts";
import { Failure, Loading, Notice } from "../ui/feedback.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { lazyPart } from "../ui/lazy-part.ts";
import { UserActionDialog } from "../features/people/users/user-dialogs.ts";
import { PersonOverview } from "../features/people/users/person-overview.tsx";
import { type PersonTab, personTabs } from "./person-tabs.ts";

const PersonTabPart = lazyPart(async () => (await import("./person-tab.tsx")).PersonTabPart);

/** The office's page of one person, in tabs; the code of all but the first is loaded when one is opened. */
export function PersonPage() {
  const { id: idText } = useParams();
  const [params] = useSearchParams();
  const session = useSession();
  const id = /^[1-9]\d{0,8}$/.test(idText ?? "") ? Number(idText) : null;
  const tab = personTabs.find(({ name }) => name === params.get("tab"))?.name ?? "overview";
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

function Parts(props: { person: Person; tab: PersonTab; showsCredit: boolean }) {
  const { person } = props;
  const [, navigate] = useLocation();
  const shown = personTabs.filter(({ isFor }) => isFor?.(person) ?? true);
  const opened = shown.find(({ name }) => name === props.tab);
  const chosen = opened?.name ?? "overview";
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
        const tab = personTabs.find(({ name }) => name === value);
        if (tab) leaveWork(() => navigate(pathOf(person.user.id, tab.name)));
      }}
    >
      <Box className="sideways">
        <Tabs.List
          style={{ flexWrap: "nowrap", minWidth: "max-content" }}
          aria-label="Parts of the person"
        >
          {shown.map(({ name, label, count }) => {
            const counted = count?.(person.figures) ?? 0;
            return (
              <Tabs.Tab key={name} value={name} {...(name === chosen && { ref: chosenTab })}>
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
      </Box>
      <Tabs.Panel value={chosen}>
        <Box pt="md">
          {chosen === "overview" ? (
            <PersonOverview person={person} />
          ) : (
            <Suspense fallback={<Loading what={opened?.label.toLowerCase() ?? ""} lines={6} />}>
              <PersonTabPart tab={chosen} person={person} showsCredit={props.showsCredit} />
            </Suspense>
          )}
        </Box>
      </Tabs.Panel>
    </Tabs>
  );
}

/** Overview is the page without a parameter. */
function pathOf(id: number, tab: PersonTab): string {
  return tab === "overview" ? personPath(id) : `${personPath(id)}?tab=${tab}`;
}

/** Redirects old links to `/admin/users/{id}`. */
export function OlderPersonPage() {
  const { id } = useParams();
  return <Redirect to={`/admin/people/${id}`} replace />;
}
