import { matchRoute, Redirect, Route, useLocation, useRouter, useSearch } from "wouter";
import { areaOf, pathBeforeAnyOther, signInPath } from "../session/paths.ts";
import { useSession } from "../session/session.tsx";
import { NotFoundScreen } from "./not-found-screen.tsx";
import { Boundary, Page, UnknownSession } from "./page.tsx";
import { mayOpen, type OfficeScreen } from "./navigation.ts";
import { OfficeFrame } from "./office-frame.tsx";
import { ShopFrame } from "./shop-frame.tsx";
import { screens } from "./signed-in-screens.ts";
import { ForbiddenScreen } from "./forbidden-screen.tsx";
import classes from "./office-frame.module.css";

/** The pages of members and of the office, which all need a session. */
export function OfficePages() {
  const [path] = useLocation();
  const { parser } = useRouter();
  const session = useSession();
  const office = screens.find((screen) => matchRoute(parser, screen.path, path)[0]);
  if (office) return <OfficePage {...office} />;
  // Whoever mistyped an address finds the menu where it was.
  if (
    session.state === "signed-in" &&
    screens.some(({ role }) => role === areaOf(session.user.role))
  )
    return (
      <OfficeFrame user={session.user} screens={screens}>
        <Page>
          <NotFoundScreen />
        </Page>
      </OfficeFrame>
    );
  return (
    <ShopFrame>
      <Page>
        <NotFoundScreen />
      </Page>
    </ShopFrame>
  );
}

function OfficePage(screen: OfficeScreen) {
  const { path: pattern, role, Screen } = screen;
  const session = useSession();
  const [path] = useLocation();
  const search = useSearch();

  if (session.state === "guest")
    return <Redirect to={signInPath(search ? `${path}?${search}` : path)} replace />;
  if (session.state === "unknown") {
    const waiting = <UnknownSession session={session} />;
    if (session.error) return <ShopFrame>{waiting}</ShopFrame>;
    // Which frame comes is not known, and one that is drawn for nothing keeps a slow phone from drawing the right one.
    return <main className={classes.waiting}>{waiting}</main>;
  }
  if (!mayOpen(screen, session.user)) {
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
    <Boundary>
      {/* Nothing that one person typed stays for another who signs in. */}
      <OfficeFrame key={session.user.id} user={session.user} screens={screens}>
        <Page>
          <Route path={pattern}>
            <Screen />
          </Route>
        </Page>
      </OfficeFrame>
    </Boundary>
  );
}
