import { cellHoldHours } from "@portal/shared/platform/constants.ts";
import { Box, Button, TextInput } from "@mantine/core";
import { distributorProfileSchema, profileSchema } from "@portal/shared/people/accounts.ts";
import { useEffect } from "react";
import { api, type ApiOutputs } from "../../../api/api.ts";
import { errorMessage } from "../../../api/error-message.ts";
import { useRegionWords } from "../../../session/use-region-words.ts";
import { useIsImpersonated } from "../../../session/use-is-impersonated.ts";
import "../../../theme/mantine-forms.ts";
import { formatInstant } from "../../../ui/days.tsx";
import { Loaded, Notice } from "../../../ui/feedback.tsx";
import { NameFields, NeededLegend } from "../../../ui/fields.tsx";
import { Form, useCheckedForm } from "../../../ui/form.tsx";
import { useCommand } from "../../../ui/use-command.ts";
import { ProfileCard } from "./profile-card.tsx";

type OwnProfile = ApiOutputs["profile"]["get"];

/** Name, email and cell number, which are saved together. */
export function PersonCard(props: { onDirty?: (isDirty: boolean) => void }) {
  const profile = api.profile.get.useQuery();
  return (
    <ProfileCard title="Personal details">
      <Loaded query={profile} what="your profile" lines={4} height={60}>
        {(data) => (
          // A confirmed new email restarts the form from the stored values.
          <PersonForm key={data.email} profile={data} onDirty={props.onDirty} />
        )}
      </Loaded>
    </ProfileCard>
  );
}

function PersonForm(props: {
  profile: OwnProfile;
  onDirty: ((isDirty: boolean) => void) | undefined;
}) {
  const { cellNumber, cellExample } = useRegionWords();
  const { profile, onDirty } = props;
  const { form, summary, send, save } = useSaveProfile(profile);
  const isDirty = form.isDirty();
  const maySave = !useIsImpersonated();
  useEffect(() => {
    onDirty?.(isDirty);
    return () => onDirty?.(false);
  }, [isDirty, onDirty]);

  return (
    <Form onSubmit={send} summary={summary} failure={save.error}>
      {profile.pendingEmail !== null && <PendingEmail email={profile.pendingEmail} />}
      {maySave && <NeededLegend />}
      <Box component="fieldset" className="stack" disabled={!maySave} bd={0} m={0} p={0} miw={0}>
        <NameFields first={form.getInputProps("firstName")} last={form.getInputProps("lastName")} />
        <TextInput
          label="Email"
          description="A new address takes effect when you open the link we send to it."
          required
          type="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          {...form.getInputProps("email")}
        />
        <TextInput
          label={cellNumber}
          placeholder={cellExample}
          description={codesGoTo(profile)}
          required
          type="tel"
          autoComplete="tel"
          {...form.getInputProps("cellNumber")}
        />
        {profile.hasArea && (
          <TextInput label="Area" required {...form.getInputProps("distributorArea")} />
        )}
      </Box>
      {maySave && (
        <div className="row">
          <Button type="submit" loading={save.isPending}>
            Save
          </Button>
        </div>
      )}
    </Form>
  );
}

/** Codes go to a new number only after a delay, so that an intruder who changes it gets none before the owner is told. */
function codesGoTo({ cellHold, isOwnNumber }: OwnProfile): string {
  if (!isOwnNumber)
    return "This number was entered for you. Sign-in codes go to your email only until you save it.";
  if (!cellHold) return `Codes go to a new number after ${cellHoldHours} hours.`;
  const { until, oldEnding } = cellHold;
  const where = oldEnding === null ? "your email only" : `your old number, ending in ${oldEnding},`;
  return `Sign-in codes go to ${where} until ${formatInstant(until)}.`;
}

function useSaveProfile(profile: OwnProfile) {
  const { form, summary, onSubmit, showErrors } = useCheckedForm({
    name: "person",
    schema: profile.hasArea ? distributorProfileSchema : profileSchema,
    initialValues: {
      firstName: profile.firstName,
      lastName: profile.lastName,
      email: profile.email,
      cellNumber: profile.cellNumber,
      distributorArea: profile.distributorArea,
    },
  });
  const save = useCommand(api.profile.update, {
    repeatable: true,
    done: "Profile updated!",
    form: { showErrors },
    onDone: () => {
      // A new email applies once it is confirmed: until then the field shows the old one, and the notice the new one.
      form.setFieldValue("email", profile.email);
      form.resetDirty({ ...form.getValues(), email: profile.email });
    },
  });
  const send = onSubmit(({ distributorArea, ...person }) =>
    save.send(profile.hasArea ? { ...person, distributorArea } : person),
  );
  return { form, summary, send, save };
}

/** The requested email that is not confirmed yet: resend the link, or keep the old address. */
function PendingEmail(props: { email: string }) {
  const resend = useCommand(api.profile.resendOptIn, {
    repeatable: true,
    done: "Confirmation link sent.",
  });
  const cancel = useCommand(api.profile.cancelEmailChange, { repeatable: true });
  const mayResend = !useIsImpersonated();
  const error = resend.error ?? cancel.error;
  return (
    <Notice tone="info" title={`Please confirm ${props.email}`}>
      <p>We sent a link to it. Until you open the link, we keep using your old address.</p>
      {Boolean(error) && <p role="alert">{errorMessage(error)}</p>}
      {mayResend && (
        <div className="row">
          <Button variant="default" loading={resend.isPending} onClick={() => resend.send()}>
            Resend link
          </Button>
          <Button variant="default" loading={cancel.isPending} onClick={() => cancel.send()}>
            Keep old address
          </Button>
        </div>
      )}
    </Notice>
  );
}
