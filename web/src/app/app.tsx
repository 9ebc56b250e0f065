import { MantineProvider } from "@mantine/core";
import type { SiteCopyName } from "@portal/shared/office/site-copy-names.ts";
import { useEffect } from "react";
import { Router, useLocation } from "wouter";
import { ApiProvider } from "../api/api-provider.tsx";
import { pathFromHash, signInPath } from "../session/paths.ts";
import { afterBecomingSomebodyElsewhere } from "../session/become-somebody.ts";
import { askForPassword, ConfirmPassword } from "../session/confirm-password.tsx";
import { rememberRequest } from "../session/last-request.ts";
import { SessionProvider } from "../session/session.tsx";
import { CopyPencil } from "../session/site-copy.tsx";
import { cssVariables, theme } from "../theme/theme.ts";
import { Toasts } from "../ui/feedback.tsx";
import { Routes } from "./routes.tsx";
import { EditCopyButton } from "./screens.ts";

/** `ssrPath` is the page to prerender; the browser knows its own. */
export function App(props: { ssrPath?: string }) {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      forceColorScheme="light"
      withGlobalClasses={false}
    >
      <Router {...(props.ssrPath === undefined ? {} : { ssrPath: props.ssrPath })}>
        <SignedInApp />
      </Router>
    </MantineProvider>
  );
}

const pencilFor = (name: SiteCopyName) => <EditCopyButton name={name} />;

function SignedInApp() {
  const [, navigate] = useLocation();

  useEffect(() => {
    const followHash = () => {
      const path = pathFromHash(window.location.hash);
      if (path) navigate(path, { replace: true });
    };
    window.addEventListener("hashchange", followHash);
    return () => window.removeEventListener("hashchange", followHash);
  }, [navigate]);

  const goToSignIn = () => {
    const { pathname, search } = window.location;
    if (pathname !== "/login") navigate(signInPath(pathname + search), { replace: true });
  };
  return (
    <ApiProvider
      watch={{
        onSignedOut: goToSignIn,
        onOtherPerson: afterBecomingSomebodyElsewhere,
        askForPassword,
        onCall: rememberRequest,
      }}
    >
      <SessionProvider>
        <CopyPencil value={pencilFor}>
          <Routes />
        </CopyPencil>
        <ConfirmPassword />
        <Toasts />
      </SessionProvider>
    </ApiProvider>
  );
}
