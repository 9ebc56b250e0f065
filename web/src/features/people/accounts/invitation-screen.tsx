import "../../../theme/mantine-forms.ts";
import { Button, Textarea, TextInput } from "@mantine/core";
import { companyAddressSchema, vatNoSchema } from "@portal/shared/people/users/user-forms.ts";
import { useEffect, useState } from "react";
import { Link, useLocation } from "wouter";
import { z } from "zod/mini";
import { api, type ApiOutputs } from "../../../api/api.ts";
import { besideFields, fieldErrors, reasonOf } from "../../../api/error-message.ts";
import { useLinkSecret } from "../../../session/link-secret.ts";
import { Form, useCheckedForm } from "../../../ui/form.tsx";
import { Failure, Loading } from "../../../ui/feedback.tsx";
import { AccountPage, isLinkEnded } from "./account-page.tsx";

type Invitation = ApiOutputs["users"]["invitation"];

/** Opened by the link of an invitation: a customer accepts or declines to become a member. */
export function InvitationScreen() {
  const uuid = useLinkSecret();
  const invitation = api.users.invitation.useMutation();
  const { mutate } = invitation;
  useEffect(() => mutate({ uuid }), [mutate, uuid]);
  const [answered, setAnswered] = useState<"accepted" | "declined" | null>(null);

  if (answered !== null)
    return <Answered answer={answered} role={invitation.data?.role ?? "distributor"} />;
  if (invitation.data)
    return <Answer uuid={uuid} invitation={invitation.data} onAnswered={setAnswered} />;
  if (isLinkEnded(invitation.error)) return <Ended />;
  return (
    <AccountPage title="Your invitation">
      {invitation.error ? (
        <Failure what="your invitation" error={invitation.error} onRetry={() => mutate({ uuid })} />
      ) : (
        <Loading what="your invitation" lines={3} />
      )}
    </AccountPage>
  );
}

function Answer(props: {
  uuid: string;
  invitation: Invitation;
  onAnswered: (answer: "accepted" | "declined") => void;
}) {
  const { uuid, invitation } = props;
  const { role, firstName, invitedByName } = invitation;
  const isStockist = role === "stockist";
  const { form, summary, onSubmit, showErrors } = useCheckedForm({
    name: "invitation",
    schema: isStockist
      ? z.object({ companyAddress: companyAddressSchema, vatNo: vatNoSchema })
      : z.object({ companyAddress: z.string(), vatNo: z.string() }),
    initialValues: { companyAddress: "", vatNo: "" },
  });
  const [, navigate] = useLocation();
  const accept = api.users.acceptInvitation.useMutation({
    onSuccess: ({ setPassword }) => {
      if (setPassword === null) return props.onAnswered("accepted");
      navigate(`/set-password#${setPassword}`, { replace: true });
    },
    onError: (error) => showErrors(fieldErrors(error)),
  });
  const decline = api.users.declineInvitation.useMutation({
    onSuccess: () => props.onAnswered("declined"),
  });
  const error = accept.error ?? decline.error;
  if (reasonOf(error) === "account.link-ended") return <Ended />;

  return (
    <AccountPage title="Your invitation" heading={`Hello ${firstName}`}>
      <p className="plain">
        {invitedByName} invites you to become a {role} in their team. You keep your account and your
        orders, and sign in again after you accept.
      </p>
      <Form
        onSubmit={onSubmit((business) => accept.mutate({ uuid, ...(isStockist && business) }))}
        summary={summary}
        failure={besideFields(error)}
      >
        {isStockist && (
          <>
            <Textarea
              label="Company address"
              required
              rows={2}
              {...form.getInputProps("companyAddress")}
            />
            <TextInput label="VAT no." required {...form.getInputProps("vatNo")} />
          </>
        )}
        <div className="row">
          <Button type="submit" loading={accept.isPending}>
            Accept invitation
          </Button>
          <Button
            variant="default"
            loading={decline.isPending}
            onClick={() => decline.mutate({ uuid })}
          >
            Decline invitation
          </Button>
        </div>
      </Form>
    </AccountPage>
  );
}

function Answered(props: { answer: "accepted" | "declined"; role: Invitation["role"] }) {
  const isAccepted = props.answer === "accepted";
  return (
    <AccountPage title={isAccepted ? "Invitation accepted" : "Invitation declined"}>
      <p className="plain">
        {isAccepted
          ? `You are a ${props.role} now. Sign in to see what is new.`
          : "Nothing changed in your account."}
      </p>
      <Button component={Link} href={isAccepted ? "/login" : "/"}>
        {isAccepted ? "Sign in" : "Go to the shop"}
      </Button>
    </AccountPage>
  );
}

function Ended() {
  return (
    <AccountPage title="This invitation has ended">
      <p className="plain">
        It has been answered or is more than a week old. Ask the person who invited you to send a
        new one.
      </p>
      <Button component={Link} href="/">
        Go to the shop
      </Button>
    </AccountPage>
  );
}
