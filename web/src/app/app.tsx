import { localStorageColorSchemeManager, MantineProvider } from "@mantine/core";
import type { SiteCopyName } from "@portal/shared/office/site-copy-names.ts";
import { useEffect, useState } from "react";
import { Router, useLocation } from "wouter";
import { type Api, ApiProvider, createApi } from "../api/api-provider.tsx";
import { addressHooks } from "../session/address.ts";
import { pathFromHash } from "../session/paths.ts";
import { ConfirmPassword } from "../session/confirm-password.tsx";
import { watchActivity } from "../session/last-active.ts";
import { SessionProvider } from "../session/session.tsx";
import { sessionWatch } from "../session/session-watch.ts";
import { CopyPencil } from "../session/site-copy.tsx";
import { cssVariables, theme } from "../theme/theme.ts";
import { Toasts } from "../ui/feedback.tsx";
import { FrameScheme } from "./frame-parts.tsx";
import { type Pages, Routes } from "./routes.tsx";
import { EditCopyButton } from "./screens.ts";
import { SessionEnded } from "./session-ended.tsx";

const colorSchemes = localStorageColorSchemeManager({ key: "color-scheme" });

/**
 * @param props.ssrPath the page to prerender
 * @param props.api of the office's document, with which the first queries of the page were asked already
 */
export function App(props: { pages: Pages; ssrPath?: string; api?: Api }) {
  // A change draws the whole page again.
  const [isOffice, setOffice] = useState(props.api !== undefined);
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
          <SignedInApp api={props.api} pages={props.pages} />
        </FrameScheme>
      </Router>
    </MantineProvider>
  );
}

const pencilFor = (name: SiteCopyName) => <EditCopyButton name={name} />;

function SignedInApp(props: { api: Api | undefined; pages: Pages }) {
  const [, navigate] = useLocation();
  const [made] = useState(() => props.api ?? createApi(sessionWatch));

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

  return (
    <ApiProvider api={made}>
      <SessionProvider>
        <CopyPencil value={pencilFor}>
          <Routes {...props.pages} />
        </CopyPencil>
        <ConfirmPassword />
        <SessionEnded />
        <Toasts />
      </SessionProvider>
    </ApiProvider>
  );
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
