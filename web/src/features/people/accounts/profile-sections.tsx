import { Stack } from "@mantine/core";
import { mayCall } from "@portal/shared/platform/permissions.ts";
import { isOfficeRole, isOfOffice } from "@portal/shared/platform/roles.ts";
import { type ReactNode, useState } from "react";
import { useLocation, useSearchParams } from "wouter";
import { type ProfileSection, profileSectionParam } from "../../../session/paths.ts";
import { type SignedInUser, useSession } from "../../../session/session.tsx";
import { leaveWork } from "../../../session/unsaved-work.ts";
import { useUnsavedGuard } from "../../../ui/confirm-dialog.tsx";
import { BankDetailsCard } from "../bank-details/bank-details-card.tsx";
import { TaxDetailsCard } from "../tax-details/tax-details-card.tsx";
import { PersonCard } from "./person-card.tsx";
import { PasswordCard, SessionsCard } from "./security-cards.tsx";
import { FactorsCard } from "./factors-card.tsx";
import { LeaveCard } from "./leave-card.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { SectionLink } from "../../../ui/section-link.tsx";
import { TwoPanes } from "../../../ui/two-panes.tsx";
import { useIsPhone } from "../../../ui/use-is-phone.ts";
import { LinkCard, OfficeViewsCard, UnverifiedNotice, WarningsCard } from "./profile-card.tsx";

type Section = Readonly<{ id: ProfileSection; title: string; content: ReactNode }>;

/** The user's own profile in sections, each with an address of its own and saved separately. */
export function ProfileSections() {
  const session = useSession();
  const [isDirty, setDirty] = useState(false);
  if (session.state !== "signed-in") return null;
  const { user } = session;
  const sections = sectionsOf(user, setDirty);
  return (
    <Stack>
      <PageHeader title="My profile" />
      {!user.verified && <UnverifiedNotice email={user.email} />}
      <Sections sections={sections} isDirty={isDirty} />
    </Stack>
  );
}

/** With bank and tax details for those who earn commission. */
function sectionsOf(user: SignedInUser, onDirty: (isDirty: boolean) => void): readonly Section[] {
  const sections: readonly Section[] = [
    { id: "person", title: "Personal details", content: <PersonCard onDirty={onDirty} /> },
    {
      id: "bank-details",
      title: "Bank details",
      content: mayCall("bankDetails.get", user) ? <BankDetailsCard /> : null,
    },
    {
      id: "tax-details",
      title: "Tax details",
      content: mayCall("taxDetails.get", user) ? <TaxDetailsCard /> : null,
    },
    {
      id: "password",
      title: "Password",
      content: <PasswordCard hasPassword={user.hasPassword} />,
    },
    {
      id: "second-step",
      title: "Second step",
      content: isOfOffice(user) ? <FactorsCard user={user} /> : null,
    },
    {
      id: "link",
      title: "Your shop link",
      content: user.code === null ? null : <LinkCard code={user.code} />,
    },
    {
      id: "devices",
      title: "Your devices",
      content: (
        <>
          <SessionsCard />
          <WarningsCard />
          {user.role === "admin" && <LeaveCard userId={user.id} />}
          {!isOfficeRole(user.role) && <OfficeViewsCard />}
        </>
      ),
    },
  ];
  return sections.filter(({ content }) => content !== null);
}

const addressOf = (id: ProfileSection) => `?${profileSectionParam}=${id}`;

function Sections(props: { sections: readonly Section[]; isDirty: boolean }) {
  const { sections } = props;
  const [params] = useSearchParams();
  const [path, navigate] = useLocation();
  const { question } = useUnsavedGuard(props.isDirty);
  // A phone shows either the list or one section.
  const isPhone = useIsPhone();
  const requested = sections.find(({ id }) => id === params.get(profileSectionParam));
  const open = requested ?? sections[0];
  return (
    <>
      <TwoPanes
        list={
          <nav aria-label="Profile">
            {sections.map(({ id, title }) => (
              <SectionLink
                key={id}
                href={addressOf(id)}
                label={title}
                isOpen={id === (isPhone ? requested : open)?.id}
                onOpen={() => leaveWork(() => navigate(path + addressOf(id)))}
              />
            ))}
          </nav>
        }
        isChosen={requested !== undefined}
        backLabel="My profile"
        onBack={() => leaveWork(() => navigate(path))}
      >
        <Stack maw={640}>{open?.content}</Stack>
      </TwoPanes>
      {question}
    </>
  );
}
