import { lazy, type ReactNode, Suspense, useLayoutEffect, useState } from "react";
import { Link } from "wouter";
import { useCookieChoice } from "../session/cookie-choice.ts";
import { useSession } from "../session/session.tsx";
import { useShopSettings } from "../session/use-shop-settings.ts";
import { BrandMark, Wordmark } from "../ui/brand-mark.tsx";
import { AccountLinks, Footer, mainId, OfflineStrip, SkipLink } from "./frame-parts.tsx";
import classes from "./shop-frame.module.css";

/** Seldom needed, and not by customers: its code comes when it is. */
const ImpersonationBanner = lazy(async () => ({
  default: (await import("./impersonation-banner.tsx")).ImpersonationBanner,
}));

const CookieNotice = lazy(async () => ({
  default: (await import("./cookie-notice.tsx")).CookieNotice,
}));

/** Thin header, the page, help: what a customer sees around everything. */
export function ShopFrame(props: { children: ReactNode }) {
  const session = useSession();
  const user = session.state === "signed-in" ? session.user : null;

  const [wasOpened, setAsked] = useState(false);
  const choice = useCookieChoice();
  // Asked at once where the law wants it asked; elsewhere nothing is kept until someone opens it.
  const isToBeAsked = useShopSettings()?.region === "uk" && choice === null;
  const isAsked = wasOpened || isToBeAsked;

  useLayoutEffect(() => {
    delete document.body.dataset["frame"];
  }, []);

  return (
    <div className={classes.frame}>
      <SkipLink />
      {user?.impersonatedBy && (
        <Suspense fallback={null}>
          <ImpersonationBanner user={user} />
        </Suspense>
      )}
      <OfflineStrip words="Your order is saved on this device until you reconnect." />
      <header className={classes.header}>
        <div className={`${classes.inner} wrap row spread`}>
          <Link href="/" className="brand row">
            <BrandMark size={28} />
            <Wordmark />
          </Link>
          <nav aria-label="Shop" className="row desk-only">
            <a href="/#about" className={`${classes.link} link`}>
              What it is
            </a>
            <Link href="/shipping-info" className={`${classes.link} link`}>
              Shipping
            </Link>
            <Link href="/contact-us" className={`${classes.link} link`}>
              Help
            </Link>
          </nav>
          <AccountLinks />
        </div>
      </header>
      <main id={mainId} className={classes.main} tabIndex={-1}>
        {props.children}
      </main>
      <Footer onCookies={() => setAsked(true)} />
      {isAsked && (
        <Suspense fallback={null}>
          <CookieNotice onChosen={() => setAsked(false)} />
        </Suspense>
      )}
    </div>
  );
}
