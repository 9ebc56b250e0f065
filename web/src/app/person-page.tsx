import { Box, Scroller, Stack, Tabs, Text } from "@mantine/core";
import { type ComponentType, Suspense, useEffect, useRef } from "react";
import { Redirect, useLocation, useParams, useSearchParams } from "wouter";
import { api } from "../api/api.ts";
import { type Person, PersonHead } from "../features/people/users/person-head.tsx";
import { useUserActions } from "../features/people/users/user-actions.ts";
import { nameOf } from "../features/people/users/user-words.ts";
import { personPath, personTabs, type PersonTab } from "../session/paths.ts";
import { type SignedInUser, useSession } from "../session/session.tsx";
import { Failure, Loading, Notice } from "../ui/feedback.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { lazyPart } from "../ui/lazy-part.ts";

const UserActionDialog = lazyPart(
  async () => (await import("../features/people/users/user-action-dialog.tsx")).UserActionDialog,
);
const PersonOverview = lazyPart(
  async () => (await import("../features/people/users/person-overview.tsx")).PersonOverview,
);
const PersonOrders = lazyPart(
  async () => (await import("../features/sales/orders/person-orders.tsx")).PersonOrders,
);
const PersonWallet = lazyPart(
  async () => (await import("../features/money/wallets/person-wallet.tsx")).PersonWallet,
);
const StockistSales = lazyPart(async () => (await import("../ui/stockist-card.tsx")).StockistSales);
const PersonNetwork = lazyPart(
  async () => (await import("../features/network/members/person-network.tsx")).PersonNetwork,
);
const PersonRecipients = lazyPart(
  async () => (await import("../features/people/addresses/person-recipients.tsx")).PersonRecipients,
);
const PersonSignIns = lazyPart(
  async () => (await import("../features/people/users/person-parts.tsx")).PersonSignIns,
);
const PersonNotes = lazyPart(
  async () => (await import("../features/people/users/person-parts.tsx")).PersonNotes,
);
const PersonMessages = lazyPart(
  async () => (await import("../features/platform/messages/person-messages.tsx")).PersonMessages,
);
const PersonHistory = lazyPart(
  async () => (await import("../features/platform/audit/person-history.tsx")).PersonHistory,
);

/** The office's page of one person, in tabs whose code is loaded when they are opened. */
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

type PartProps = Readonly<{ person: Person; showsCredit: boolean }>;

const isMember = ({ user }: Person) => user.role !== "customer" && user.role !== "admin";
const earns = ({ user }: Person) => user.role === "distributor" || user.role === "school";

const parts: Readonly<
  Record<
    PersonTab,
    {
      label: string;
      Part: ComponentType<PartProps>;
      /** People for whom the tab exists; all without it. */
      isFor?: (person: Person) => boolean;
      count?: (figures: Person["figures"]) => number;
    }
  >
> = {
  overview: { label: "Overview", Part: PersonOverview },
  orders: {
    label: "Orders",
    count: ({ orders }) => orders,
    Part: ({ person }) => (
      <PersonOrders id={person.user.id} isMember={isMember(person)} isTest={person.user.test} />
    ),
  },
  wallet: {
    label: "Wallet",
    isFor: isMember,
    Part: ({ person, showsCredit }) =>
      earns(person) ? (
        <PersonWallet id={person.user.id} showsCredit={showsCredit} />
      ) : (
        <StockistSales userId={person.user.id} />
      ),
  },
  network: {
    label: "Network",
    isFor: earns,
    Part: ({ person }) => <PersonNetwork id={person.user.id} name={nameOf(person.user)} />,
  },
  recipients: {
    label: "Recipients",
    count: ({ recipients }) => recipients,
    Part: ({ person }) => <PersonRecipients id={person.user.id} />,
  },
  "sign-ins": {
    label: "Sign-ins",
    Part: ({ person }) => <PersonSignIns id={person.user.id} />,
  },
  messages: { label: "Messages", Part: ({ person }) => <PersonMessages id={person.user.id} /> },
  notes: {
    label: "Notes",
    count: ({ notes }) => notes,
    Part: ({ person }) => <PersonNotes id={person.user.id} />,
  },
  history: { label: "History", Part: ({ person }) => <PersonHistory id={person.user.id} /> },
};

function Parts(props: PartProps & { tab: PersonTab }) {
  const { person } = props;
  const [, navigate] = useLocation();
  const shown = personTabs.filter((tab) => parts[tab].isFor?.(person) ?? true);
  const chosen = shown.includes(props.tab) ? props.tab : "overview";
  const { Part, label } = parts[chosen];
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
            const { label: name, count } = parts[tab];
            const counted = count?.(person.figures) ?? 0;
            return (
              <Tabs.Tab key={tab} value={tab} {...(tab === chosen && { ref: chosenTab })}>
                {name}{" "}
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
          <Suspense fallback={<Loading what={label.toLowerCase()} lines={6} />}>
            <Part person={person} showsCredit={props.showsCredit} />
          </Suspense>
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
