import {
  IconBrandFacebook,
  IconBrandInstagram,
  IconBrandWhatsapp,
  IconMail,
} from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { Link, useLocation } from "wouter";
import { api } from "../api/api.ts";
import { shop } from "../config.ts";
import { homePath, profilePath, signInPath } from "../session/paths.ts";
import { useSession } from "../session/session.tsx";
import { useShopSettings } from "../session/use-shop-settings.ts";
import accountLinksClasses from "./account-links.module.css";
import footerClasses from "./footer.module.css";
import offlineStripClasses from "./offline-strip.module.css";
import classes from "./skip-link.module.css";

export const mainId = "main";

export function SkipLink() {
  return (
    <a className={classes.skip} href={`#${mainId}`}>
      Skip to content
    </a>
  );
}

/** Who is signed in, the way to their own screens and profile, and the way out. */
export function AccountLinks() {
  const session = useSession();
  const [path] = useLocation();
  const signOut = useSignOut();

  if (session.state !== "signed-in") {
    return (
      <nav aria-label="Account" className={accountLinksClasses.links}>
        <Link
          href={path === "/login" ? "/login" : signInPath(path)}
          className={accountLinksClasses.link}
        >
          Sign in
        </Link>
      </nav>
    );
  }

  const { user } = session;
  const home = homePath(user.role);
  const profile = profilePath(user.role);
  const isInOffice = /^\/(admin|distributor|stockist|system)(\/|$)/.test(path);
  return (
    <nav aria-label="Account" className={accountLinksClasses.links}>
      {home !== "/" && !isInOffice && (
        <Link href={home} className={accountLinksClasses.link}>
          Office
        </Link>
      )}
      <Link
        href={profile}
        className={accountLinksClasses.link}
        aria-label={`${user.firstName}, your account`}
        aria-current={path === profile ? "page" : undefined}
      >
        <span className={accountLinksClasses.name}>{user.firstName}</span>
      </Link>
      <button
        type="button"
        className={accountLinksClasses.link}
        disabled={signOut.isPending}
        onClick={() => signOut.mutate()}
      >
        Sign out
      </button>
    </nav>
  );
}

function useSignOut() {
  const [, navigate] = useLocation();
  const queryClient = useQueryClient();
  const utils = api.useUtils();
  return api.auth.logout.useMutation({
    onSuccess: async () => {
      navigate("/");
      utils.auth.me.setData(undefined, null);
      // By then the office's screens are gone, and ask for nothing any more.
      await queryClient.cancelQueries();
      // Whoever sits down here next must not find in memory what was on them.
      queryClient.removeQueries({ type: "inactive" });
      await utils.invalidate();
    },
  });
}

function watch(onChange: () => void): () => void {
  window.addEventListener("online", onChange);
  window.addEventListener("offline", onChange);
  return () => {
    window.removeEventListener("online", onChange);
    window.removeEventListener("offline", onChange);
  };
}

function useIsOnline(): boolean {
  return useSyncExternalStore(
    watch,
    () => navigator.onLine,
    () => true,
  );
}

/** Says that the line is gone, and that nothing is lost by it. */
export function OfflineStrip() {
  const isOnline = useIsOnline();
  return (
    <div role="status">
      {!isOnline && (
        <p className={offlineStripClasses.strip}>
          You are offline. What you entered is kept on this device until the connection is back.
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

/** Help stands at the same place, in the same order, on every page. */
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
    <footer className={footerClasses.footer}>
      <div className={footerClasses.inner}>
        <p className={footerClasses.help}>Need a hand? Write to us.</p>
        <ul className={footerClasses.links}>
          <li>
            <a className={footerClasses.link} href={`mailto:${email}`}>
              <IconMail size={20} stroke={1.6} aria-hidden="true" />
              {email}
            </a>
          </li>
          {links.map(
            ({ name, url, Icon }) =>
              url && (
                <li key={name}>
                  <a className={footerClasses.link} href={url} rel="noopener">
                    <Icon size={20} stroke={1.6} aria-hidden="true" />
                    {name}
                  </a>
                </li>
              ),
          )}
        </ul>
      </div>
      <div className={footerClasses.inner}>
        <ul className={footerClasses.links}>
          {pages.map(({ name, path }) => (
            <li key={path}>
              <Link className={footerClasses.link} href={path}>
                {name}
              </Link>
            </li>
          ))}
          {props.onCookies && (
            <li>
              <button type="button" className={footerClasses.link} onClick={props.onCookies}>
                Cookies
              </button>
            </li>
          )}
        </ul>
        <p className={footerClasses.legal}>
          {settings?.shop.name ?? shop.name}
          {settings?.shop.companyNo && `, registration ${settings.shop.companyNo}`}
        </p>
      </div>
    </footer>
  );
}
