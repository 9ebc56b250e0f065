import { Button } from "@mantine/core";
import { api } from "../../../api/api.ts";
import { errorMessage } from "../../../api/error-message.ts";
import { useMay } from "../../../session/use-may.ts";
import { DayText } from "../../../ui/days.tsx";
import { Failure, Loading, Notice, showToast } from "../../../ui/feedback.tsx";
import { ProfileCard } from "./profile-card.tsx";

/** Nobody looks at an account without its owner reading who it was, when and why. */
export function OfficeViewsCard() {
  const views = api.profile.officeViews.useQuery();
  return (
    <ProfileCard
      title="The office viewed your account"
      hint="Our staff do this only to help you. They cannot change your money, password or bank details."
    >
      {views.data === undefined ? (
        views.error ? (
          <Failure
            what="the list of views"
            error={views.error}
            onRetry={() => void views.refetch()}
          />
        ) : (
          <Loading what="the list of views" lines={1} height={48} />
        )
      ) : views.data.length === 0 ? (
        <p className="quiet">No one has viewed your account.</p>
      ) : (
        <ul className="plain">
          {views.data.map((view) => (
            <li key={view.at} className="row spread">
              <div className="grow">
                <p>{view.reason}</p>
                <p className="quiet">
                  {view.adminName}, <DayText value={view.at} withTime />
                </p>
              </div>
            </li>
          ))}
        </ul>
      )}
    </ProfileCard>
  );
}

/** Nothing else is open until the email is proved: this says what to do about it. */
export function UnverifiedNotice(props: { email: string }) {
  const resend = api.profile.resendOptIn.useMutation({
    onSuccess: () => showToast("Registration email re-sent!"),
  });
  const mayResend = useMay("profile.resendOptIn");
  return (
    <Notice tone="warning" title="Please confirm your email">
      <p>
        We sent a link to {props.email}. Open it to finish setting up your account. Wrong address?
        Change it in your personal details.
      </p>
      {resend.error && <p role="alert">{errorMessage(resend.error)}</p>}
      {mayResend && (
        <Button
          mt="xs"
          variant="default"
          loading={resend.isPending}
          onClick={() => resend.mutate()}
        >
          Resend
        </Button>
      )}
    </Notice>
  );
}
