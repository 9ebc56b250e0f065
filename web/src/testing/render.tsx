import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { render, type RenderResult } from "@testing-library/react";
import { type ReactNode, useState } from "react";
import { Route } from "wouter";
import { api } from "../api/api.ts";
import { confirmedLink, createQueryClient } from "../api/api-provider.tsx";
import { askForPassword, ConfirmPassword } from "../session/confirm-password.tsx";
import { coverPage, staysCovered } from "../session/ended-session.ts";
import { SessionProvider } from "../session/session.tsx";
import { cssVariables, theme } from "../theme/theme.ts";
import { Toasts } from "../ui/feedback.tsx";
import { type FakeApi, fakeLink } from "./fake-api.ts";

/** Renders a screen at an address with a fake API; a guest, unless the fake has `auth.me`. */
export function renderWithApi(
  ui: ReactNode,
  fake: FakeApi,
  at: { path: string; pattern: string; state?: unknown } = { path: "/", pattern: "/" },
): RenderResult {
  window.history.replaceState(at.state ?? null, "", at.path);
  const known: FakeApi = { ...fake, auth: { me: () => null, ...fake.auth } };
  return render(
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} env="test">
      <FakeProvider fake={known}>
        <SessionProvider>
          <Route path={at.pattern}>{ui}</Route>
          <ConfirmPassword />
          <Toasts />
        </SessionProvider>
      </FakeProvider>
    </MantineProvider>,
  );
}

function FakeProvider(props: { fake: FakeApi; children: ReactNode }) {
  const [queryClient] = useState(() => {
    const client = createQueryClient({
      onSignedOut: () => {},
      onOtherPerson: () => {},
      onPerson: staysCovered,
    });
    client.setDefaultOptions({ queries: { retry: false } });
    return client;
  });
  const [client] = useState(() =>
    api.createClient({
      links: [confirmedLink({ askForPassword, askToSignIn: coverPage }), fakeLink(props.fake)],
    }),
  );
  return (
    <api.Provider client={client} queryClient={queryClient}>
      <QueryClientProvider client={queryClient}>{props.children}</QueryClientProvider>
    </api.Provider>
  );
}
