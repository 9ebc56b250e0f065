import { mayCall } from "@portal/shared/platform/permissions.ts";
import { lazy, type ReactNode } from "react";
import { matchRoute, Redirect, Route, useLocation, useRouter, useSearch } from "wouter";
import { pathBeforeAnyOther, signInPath } from "../session/paths.ts";
import { useSession } from "../session/session.tsx";
import { Failure, Loading } from "../ui/feedback.tsx";
import { NotFoundScreen, Page, PageColumn } from "./page.tsx";
import type { OfficeScreen } from "./navigation.ts";
import { ShopFrame } from "./shop-frame.tsx";

const ForbiddenScreen = lazy(async () => ({
  default: (await import("./forbidden-screen.tsx")).ForbiddenScreen,
}));
const OfficeFrame = lazy(async () => ({
  default: (await import("./office-frame.tsx")).OfficeFrame,
}));

/** The pages behind a sign-in that have these addresses. */
export function pagesOf(screens: readonly OfficeScreen[]): () => ReactNode {
  return () => <OfficePages screens={screens} />;
}

function OfficePages({ screens }: { screens: readonly OfficeScreen[] }) {
  const [path] = useLocation();
  const { parser } = useRouter();
  const office = screens.find((screen) => matchRoute(parser, screen.path, path)[0]);
  if (office) return <OfficePage {...office} screens={screens} />;
  return (
    <ShopFrame>
      <Page>
        <NotFoundScreen />
      </Page>
    </ShopFrame>
  );
}

/** Nobody, somebody else, or the person that the page is for. */
function OfficePage({
  path: pattern,
  role,
  menu,
  Screen,
  screens,
}: OfficeScreen & Readonly<{ screens: readonly OfficeScreen[] }>) {
  const session = useSession();
  const [path] = useLocation();
  const search = useSearch();

  if (session.state === "guest")
    return <Redirect to={signInPath(search ? `${path}?${search}` : path)} replace />;
  if (session.state === "unknown") {
    return (
      <ShopFrame>
        <PageColumn>
          {session.error ? (
            <Failure what="your account" error={session.error} onRetry={session.retry} />
          ) : (
            <Loading what="your account" />
          )}
        </PageColumn>
      </ShopFrame>
    );
  }
  if (session.user.role !== role || (menu && !mayCall(menu.needs, session.user))) {
    return (
      <ShopFrame>
        <Page>
          <ForbiddenScreen role={session.user.role} needed={role} />
        </Page>
      </ShopFrame>
    );
  }
  const first = pathBeforeAnyOther(session.user, path);
  if (first) return <Redirect to={first} replace />;
  return (
    <Page>
      <OfficeFrame user={session.user} screens={screens}>
        <Page>
          <Route path={pattern}>
            <Screen />
          </Route>
        </Page>
      </OfficeFrame>
    </Page>
  );
}
