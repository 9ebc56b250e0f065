import type { ComponentType } from "react";
import { Route, Switch } from "wouter";
import { StopRemindersScreen } from "../features/money/books/stop-reminders-screen.tsx";
import { DeclineScreen } from "../features/office/proposals/decline-screen.tsx";
import {
  ConfirmEmailScreen,
  NotMeScreen,
} from "../features/people/accounts/contact-change-screens.tsx";
import {
  ForgotPasswordScreen,
  ForgotPasswordSentScreen,
} from "../features/people/accounts/forgot-password-screen.tsx";
import { HandOverScreen } from "../features/people/accounts/hand-over-screen.tsx";
import { InvitationScreen } from "../features/people/accounts/invitation-screen.tsx";
import {
  LostSignInScreen,
  SetUpSignInScreen,
  UnlockAccountScreen,
} from "../features/people/accounts/mailed-link-screens.tsx";
import { SetPasswordScreen } from "../features/people/accounts/set-password-screen.tsx";
import { handOverPath } from "../session/paths.ts";
import { NotFoundScreen } from "./not-found-screen.tsx";

const routes: readonly { path: string; Screen: ComponentType }[] = [
  { path: "/forgot-password", Screen: ForgotPasswordScreen },
  { path: "/forgot-password/sent", Screen: ForgotPasswordSentScreen },
  { path: "/set-password", Screen: SetPasswordScreen },
  { path: "/set-up-sign-in", Screen: SetUpSignInScreen },
  { path: "/unlock-account", Screen: UnlockAccountScreen },
  { path: "/lost-sign-in", Screen: LostSignInScreen },
  { path: "/confirm-email", Screen: ConfirmEmailScreen },
  { path: handOverPath, Screen: HandOverScreen },
  { path: "/not-me", Screen: NotMeScreen },
  { path: "/invitation", Screen: InvitationScreen },
  { path: "/decline", Screen: DeclineScreen },
  { path: "/payment-reminders", Screen: StopRemindersScreen },
];

/** Pages that a link in a message opens or sends, and the page for unknown addresses. */
export function OtherPages() {
  return (
    <Switch>
      {routes.map(({ path, Screen }) => (
        <Route key={path} path={path}>
          <Screen />
        </Route>
      ))}
      <Route>
        <NotFoundScreen />
      </Route>
    </Switch>
  );
}
