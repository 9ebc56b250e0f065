import { viaDays } from "@portal/shared/platform/constants.ts";
import { Button } from "@mantine/core";
import { type ReactNode, useId } from "react";
import { api } from "../../../api/api.ts";
import { errorMessage } from "../../../api/error-message.ts";
import { useIsImpersonated } from "../../../session/use-is-impersonated.ts";
import { useShopLink } from "../../../session/use-shop-link.ts";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { DayText } from "../../../ui/days.tsx";
import { Loaded, Notice } from "../../../ui/feedback.tsx";
import { useCommand } from "../../../ui/use-command.ts";

/** One part of the profile. */
export function ProfileCard(props: {
  title: string;
  hint?: ReactNode;
  action?: ReactNode;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section className="card stack" aria-labelledby={id}>
      <div className="row spread">
        <h2 id={id}>{props.title}</h2>
        {props.action}
      </div>
      {props.hint && <p className="quiet">{props.hint}</p>}
      {props.children}
    </section>
  );
}

export function LinkCard(props: { code: string }) {
  const link = useShopLink()(props.code);
  return (
    <ProfileCard
      title="Your shop link"
      hint={`Share this link. Orders placed within ${viaDays} days of opening it count as your sales.`}
    >
      <div className="row spread">
        <span className="strong" translate="no">
          {link}
        </span>
        <CopyButton value={link} what="your shop link" />
      </div>
    </ProfileCard>
  );
}

/** Lists each time the office viewed this account by impersonation: by whom, when and why. */
export function OfficeViewsCard() {
  const views = api.profile.officeViews.useQuery();
  return (
    <ProfileCard
      title="The office viewed your account"
      hint="Our staff do this only to help you. They cannot change your money, password or bank details."
    >
      <Loaded query={views} what="the list of views" lines={1} height={48}>
        {(rows) =>
          rows.length === 0 ? (
            <p className="quiet">No one has viewed your account.</p>
          ) : (
            <ul className="plain">
              {rows.map((view) => (
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
          )
        }
      </Loaded>
    </ProfileCard>
  );
}

/** The newest warnings about the account: an email can be deleted by whoever reads the mailbox. */
export function WarningsCard() {
  const warnings = api.profile.warnings.useQuery();
  return (
    <ProfileCard
      title="Security messages"
      hint="We emailed you these. If you did not cause one of them, choose a new password and contact us."
    >
      <Loaded query={warnings} what="your security messages" lines={2} height={48}>
        {(rows) =>
          rows.length === 0 ? (
            <p className="quiet">There are none.</p>
          ) : (
            <ul className="plain">
              {rows.map(({ id, title, at, isUnsent }) => (
                <li key={id} className="row spread">
                  <div className="grow">
                    <p>{title}</p>
                    <p className="quiet">
                      <DayText value={at} withTime />
                    </p>
                    {isUnsent && <p className="bad small">We could not email you this.</p>}
                  </div>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </ProfileCard>
  );
}

/** Shown until the email is confirmed; before that no other screen is accessible. */
export function UnverifiedNotice(props: { email: string }) {
  const resend = useCommand(api.profile.resendOptIn, {
    repeatable: true,
    done: "Registration email re-sent!",
  });
  const mayResend = !useIsImpersonated();
  return (
    <Notice tone="warning" title="Please confirm your email">
      <p>
        We sent a link to {props.email}. Open it to finish setting up your account. Wrong address?
        Change it in your personal details.
      </p>
      {Boolean(resend.error) && <p role="alert">{errorMessage(resend.error)}</p>}
      {mayResend && (
        <Button mt="xs" variant="default" loading={resend.isPending} onClick={() => resend.send()}>
          Resend
        </Button>
      )}
    </Notice>
  );
}
