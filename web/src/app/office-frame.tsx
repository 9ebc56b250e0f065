import "../theme/mantine-office.ts";
import { Button } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconExternalLink, IconMenu2 } from "@tabler/icons-react";
import { lazy, type ReactNode, Suspense, useEffect, useLayoutEffect, useState } from "react";
import { Link, useLocation } from "wouter";
import { api } from "../api/api.ts";
import { shop } from "../config.ts";
import { LiveMark } from "../features/platform/live/live-mark.tsx";
import { lastRequestAt } from "../session/last-request.ts";
import type { SignedInUser } from "../session/session.tsx";
import { useShopSettings } from "../session/use-shop-settings.ts";
import { BrandMark, Wordmark } from "../ui/brand-mark.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { AccountLinks, Footer, mainId, OfflineStrip, SkipLink } from "./frame-parts.tsx";
import idleWatchClasses from "./idle-watch.module.css";
import { ImpersonationBanner } from "./impersonation-banner.tsx";
import { type NavigationGroup, navigationFor } from "./navigation.ts";
import type { OfficeScreen } from "./office-screens.ts";
import classes from "./office-frame.module.css";

/** Nobody waits for the keys before the page is there. */
const OfficeKeys = lazy(async () => ({
  default: (await import("./keys/office-keys.tsx")).OfficeKeys,
}));

/** Menu at the left, a drawer on small screens; the page beside it. */
export function OfficeFrame(props: {
  user: SignedInUser;
  screens: readonly OfficeScreen[];
  children: ReactNode;
}) {
  const [isMenuOpen, menu] = useDisclosure(false);
  const navigation = navigationFor(props.user, props.screens);

  useLayoutEffect(() => {
    document.body.dataset["frame"] = "office";
    return () => {
      delete document.body.dataset["frame"];
    };
  }, []);

  return (
    <div className={classes.frame}>
      <SkipLink />
      <div className={classes.banner}>
        <ImpersonationBanner user={props.user} />
      </div>
      {(props.user.role === "admin" || props.user.impersonatedBy) && <IdleWatch />}
      <header className={classes.header}>
        <button
          type="button"
          className={classes.burger}
          aria-label="Menu"
          aria-haspopup="dialog"
          onClick={menu.open}
        >
          <IconMenu2 size={24} stroke={1.8} aria-hidden="true" />
        </button>
        <Brand />
        <LiveMark />
        <span className={classes.keys}>
          <Suspense fallback={null}>
            <OfficeKeys user={props.user} navigation={navigation} />
          </Suspense>
        </span>
        <AccountLinks />
      </header>
      <aside className={classes.side}>
        <Brand />
        <Menu navigation={navigation} />
      </aside>
      {isMenuOpen && (
        <Dialog title="Menu" shape="menu" onClose={menu.close}>
          <Menu navigation={navigation} onChosen={menu.close} />
        </Dialog>
      )}
      <div className={classes.page}>
        <OfflineStrip />
        <main id={mainId} className={classes.main} tabIndex={-1}>
          {props.children}
        </main>
        <Footer />
      </div>
    </div>
  );
}

function Brand() {
  return (
    <Link href="/" className={classes.brand} aria-label={shop.name}>
      <BrandMark size={26} />
      <Wordmark />
    </Link>
  );
}

function Menu(props: { navigation: readonly NavigationGroup[]; onChosen?: () => void }) {
  const [path] = useLocation();
  return (
    <nav aria-label="Main" className={classes.menu}>
      {props.navigation.map((group) => (
        <div key={group.label}>
          <p className={classes.group} id={`nav-${group.label}`}>
            {group.label}
          </p>
          <ul className={classes.items} aria-labelledby={`nav-${group.label}`}>
            {group.items.map((item) => (
              <li key={item.path}>
                <Link
                  href={item.path}
                  className={classes.item}
                  onClick={() => props.onChosen?.()}
                  aria-current={path === item.path ? "page" : undefined}
                >
                  {item.label}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
      <WebsiteLink />
    </nav>
  );
}

/** The last of every menu (specification, section 2): out of the portal, which stays open. */
function WebsiteLink() {
  const settings = useShopSettings();
  if (!settings) return null;
  return (
    <a className={classes.item} href={settings.websiteUrl} target="_blank" rel="noopener">
      Website
      <IconExternalLink size={16} stroke={1.8} aria-label="(opens in a new tab)" />
    </a>
  );
}

/** The office's sessions end after half an hour without a request. */
const endsAfterMs = 30 * 60_000;
const warnsBeforeMs = 2 * 60_000;
const looksEveryMs = 10_000;

/** Says so before the office is signed out for having left the desk, in time to stay. */
export function IdleWatch() {
  const [leftMs, setLeftMs] = useState(endsAfterMs);
  const utils = api.useUtils();
  const isOver = leftMs <= 0;

  useEffect(() => {
    const look = () => setLeftMs(lastRequestAt() + endsAfterMs - Date.now());
    const timer = setInterval(look, looksEveryMs);
    // A machine that slept runs no timers, and somebody else may wake it.
    document.addEventListener("visibilitychange", look);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", look);
    };
  }, []);

  // The server has the last word; what was on the screen goes with the session.
  useEffect(() => {
    if (isOver) void utils.auth.me.invalidate();
  }, [isOver, utils]);

  if (leftMs > warnsBeforeMs) return null;
  const stay = () => {
    void utils.auth.me.invalidate();
    setLeftMs(endsAfterMs);
  };
  return (
    <Dialog title="Are you still there?" shape="question" onClose={stay}>
      <p className={idleWatchClasses.text}>
        Nothing happened here for a while. In less than two minutes you are signed out, to keep the
        office safe.
      </p>
      <Button fullWidth data-autofocus onClick={stay}>
        Stay signed in
      </Button>
    </Dialog>
  );
}
