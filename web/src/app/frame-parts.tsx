import { Button } from "@mantine/core";
import { isOfficePath } from "@portal/shared/platform/office-paths.ts";
import {
  IconBrandFacebook,
  IconBrandInstagram,
  IconBrandWhatsapp,
  IconMail,
  IconUser,
} from "@tabler/icons-react";
import { createContext, useSyncExternalStore } from "react";
import { Link, useLocation } from "wouter";
import { api } from "../api/api.ts";
import { shop } from "../config.ts";
import { isCodeMissing, isCodeReplaced, watchMissingCode } from "../load-code.ts";
import { useBecome } from "../session/become.ts";
import { homePath, profilePath, signInPath } from "../session/paths.ts";
import { tellSignedOut, useSession } from "../session/session.tsx";
import { useShopSettings } from "../session/use-shop-settings.ts";
import { leaveUnasked, leaveWork } from "../session/unsaved-work.ts";
import { showFailureToast } from "../ui/feedback.tsx";
import { useIsOnline } from "../ui/use-is-online.ts";
import classes from "./shop-frame.module.css";

/** Set by the office frame: light or dark can only be chosen there. */
export const FrameScheme = createContext<(isOffice: boolean) => void>(() => {});

export const mainId = "main";

export function SkipLink() {
  return (
    <a className={classes.skip} href={`#${mainId}`}>
      Skip to content
    </a>
  );
}

export function AccountLinks() {
  const session = useSession();
  const [path] = useLocation();
  const signOut = useSignOut();

  if (session.state !== "signed-in") {
    return (
      <nav aria-label="Account" className={`${classes.links} row`}>
        <Button
          component={Link}
          href={path === "/login" ? "/login" : signInPath(path)}
          variant="default"
          radius="xl"
          px="md"
          leftSection={<IconUser size={18} stroke={1.8} aria-hidden="true" />}
        >
          Sign in
        </Button>
      </nav>
    );
  }

  const { user } = session;
  const home = homePath(user.role);
  const profile = profilePath(user.role);
  return (
    <nav aria-label="Account" className={`${classes.links} row`}>
      {home !== "/" && !isOfficePath(path) && (
        <Link href={home} className={`${classes.link} link`}>
          Office
        </Link>
      )}
      <Link
        href={profile}
        className={`${classes.link} link`}
        aria-label={`Your account, ${user.firstName}`}
        aria-current={path === profile ? "page" : undefined}
      >
        <span className={classes.name}>{user.firstName}</span>
      </Link>
      <button
        type="button"
        className={`${classes.link} link`}
        disabled={signOut.isPending}
        onClick={() => leaveWork(() => signOut.mutate())}
      >
        Sign out
      </button>
    </nav>
  );
}

/** Ends the session and removes the user's data from memory. */
export function useSignOut() {
  const [, navigate] = useLocation();
  const { signedOut } = useBecome();
  return api.auth.logout.useMutation({
    onError: showFailureToast,
    onSuccess: async () => {
      tellSignedOut();
      leaveUnasked(() => navigate("/"));
      await signedOut();
    },
  });
}

/** Says that the browser is offline, with what that means for the user's input, that code is still missing, or that it is gone. */
export function OfflineStrip(props: { words: string }) {
  const isOnline = useIsOnline();
  const isWaiting = useSyncExternalStore(watchMissingCode, isCodeMissing, () => false);
  const isReplaced = useSyncExternalStore(watchMissingCode, isCodeReplaced, () => false);
  const words = isOnline
    ? isWaiting && "Waiting for the connection. We’ll continue automatically."
    : `You are offline. ${props.words}`;
  return (
    <div className={classes.offline} role="status">
      {words && <p className={classes.strip}>{words}</p>}
      {isReplaced && (
        <p className={classes.strip}>
          The portal was updated. Copy what you typed and reload.{" "}
          <button type="button" className="link" onClick={() => window.location.reload()}>
            Reload page
          </button>
        </p>
      )}
    </div>
  );
}

const pages = [
  { name: "Contact us", path: "/contact-us" },
  { name: "Shipping", path: "/shipping-info" },
  { name: "Returns", path: "/returns-policy" },
  { name: "Privacy", path: "/privacy-policy" },
  { name: "Accessibility", path: "/accessibility" },
] as const;

/** Help is in the same order on every page (WCAG 3.2.6). */
export function Footer(props: { onCookies?: () => void }) {
  const settings = useShopSettings();
  const contact = settings?.contact;
  const links = [
    { name: "WhatsApp", url: contact?.whatsappUrl, Icon: IconBrandWhatsapp },
    { name: "Facebook", url: contact?.facebookUrl, Icon: IconBrandFacebook },
    { name: "Instagram", url: contact?.instagramUrl, Icon: IconBrandInstagram },
  ];
  const email = contact?.email ?? shop.email;
  return (
    <footer className={classes.footer}>
      <div className="wrap row spread">
        <p className="plain">Need help? Contact us.</p>
        <ul className="row">
          <li>
            <a className={`${classes.link} link`} href={`mailto:${email}`}>
              <IconMail size={20} stroke={1.6} aria-hidden="true" />
              {email}
            </a>
          </li>
          {links.map(
            ({ name, url, Icon }) =>
              url && (
                <li key={name}>
                  <a className={`${classes.link} link`} href={url} rel="noopener">
                    <Icon size={20} stroke={1.6} aria-hidden="true" />
                    {name}
                  </a>
                </li>
              ),
          )}
        </ul>
      </div>
      <div className="wrap row spread">
        <ul className="row">
          {pages.map(({ name, path }) => (
            <li key={path}>
              <Link className={`${classes.link} link`} href={path}>
                {name}
              </Link>
            </li>
          ))}
          {props.onCookies && (
            <li>
              <button type="button" className={`${classes.link} link`} onClick={props.onCookies}>
                Cookies
              </button>
            </li>
          )}
        </ul>
        <p className="small">
          {settings?.shop.name ?? shop.name}
          {settings?.shop.companyNo && `, registration ${settings.shop.companyNo}`}
        </p>
      </div>
    </footer>
  );
}
