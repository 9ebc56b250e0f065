import { localStorageColorSchemeManager, MantineProvider } from "@mantine/core";
import type { SiteCopyName } from "@portal/shared/office/site-copy-names.ts";
import { useEffect, useState } from "react";
import { Router, useLocation } from "wouter";
import type { Ask } from "../api/api.ts";
import { ApiProvider } from "../api/api-provider.tsx";
import { addressHooks } from "../session/address.ts";
import { pathFromHash, signInPath } from "../session/paths.ts";
import { askForPassword, ConfirmPassword } from "../session/confirm-password.tsx";
import { coverPage, endedSession, staysCovered } from "../session/ended-session.ts";
import { idleHeader, watchActivity } from "../session/last-active.ts";
import { personIs } from "../session/person.ts";
import { SessionProvider } from "../session/session.tsx";
import { CopyPencil } from "../session/site-copy.tsx";
import { cssVariables, theme } from "../theme/theme.ts";
import { Toasts } from "../ui/feedback.tsx";
import { FrameScheme } from "./frame-parts.tsx";
import { Routes } from "./routes.tsx";
import { EditCopyButton } from "./screens.ts";
import { SessionEnded } from "./session-ended.tsx";

const colorSchemes = localStorageColorSchemeManager({ key: "color-scheme" });

/**
 * @param props.ssrPath the page to prerender
 * @param props.first the first queries of the page
 */
export function App(props: { ssrPath?: string; first?: (ask: Ask) => void }) {
  const [isOffice, setOffice] = useState(false);
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      colorSchemeManager={colorSchemes}
      defaultColorScheme="auto"
      // The shop is always light, because its first page is prerendered.
      {...(!isOffice && { forceColorScheme: "light" })}
      // For `hiddenFrom` and `visibleFrom`, which the shop does not use.
      withGlobalClasses={isOffice}
    >
      <Router
        {...addressHooks}
        {...(props.ssrPath === undefined ? {} : { ssrPath: props.ssrPath })}
      >
        <FrameScheme value={setOffice}>
          <SignedInApp first={props.first} />
        </FrameScheme>
      </Router>
    </MantineProvider>
  );
}

const pencilFor = (name: SiteCopyName) => <EditCopyButton name={name} />;

function SignedInApp(props: { first: ((ask: Ask) => void) | undefined }) {
  const [, navigate] = useLocation();

  // In a timeout, so that stored drafts have replaced the prerendered state first.
  useEffect(() => void setTimeout(answerEarlyPresses), []);
  useEffect(watchActivity, []);

  useEffect(() => {
    const followHash = () => {
      const path = pathFromHash(window.location.hash);
      if (path) navigate(path, { replace: true });
    };
    window.addEventListener("hashchange", followHash);
    return () => window.removeEventListener("hashchange", followHash);
  }, [navigate]);

  const goToSignIn = () => {
    if (endedSession()) return;
    const { pathname, search } = window.location;
    if (pathname !== "/login") navigate(signInPath(pathname + search), { replace: true });
  };
  return (
    <ApiProvider
      first={props.first}
      watch={{
        onSignedOut: goToSignIn,
        onOtherPerson: () => void becomeOther(),
        onPerson: (user) => {
          if (!staysCovered(user)) personIs(user);
        },
        askForPassword,
        askToSignIn: coverPage,
        callHeaders: idleHeader,
      }}
    >
      <SessionProvider>
        <CopyPencil value={pencilFor}>
          <Routes />
        </CopyPencil>
        <ConfirmPassword />
        <SessionEnded />
        <Toasts />
      </SessionProvider>
    </ApiProvider>
  );
}

async function becomeOther(): Promise<void> {
  (await import("../session/become-somebody.ts")).afterBecomingSomebodyElsewhere();
}

/** Buttons of the prerendered page that were pressed before hydration, in order (prerender-plugin.ts). */
type PrerenderedPage = typeof window & { earlyPresses?: HTMLButtonElement[] };

/** Replays the presses after hydration; each is rendered before the next. */
function answerEarlyPresses(): void {
  const page: PrerenderedPage = window;
  const pressed = page.earlyPresses ?? [];
  delete page.earlyPresses;
  const answer = () => {
    const button = pressed.shift();
    if (!button) return;
    button.ariaBusy = null;
    if (button.isConnected) button.click();
    setTimeout(answer);
  };
  answer();
}
