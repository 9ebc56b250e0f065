import { type ReactNode, Suspense, use, useEffect, useLayoutEffect, useState } from "react";
import { Link } from "wouter";
import { useCookieChoice } from "../session/cookie-choice.ts";
import { useSession } from "../session/session.tsx";
import { useShopSettings } from "../session/use-shop-settings.ts";
import { BrandMark, Wordmark } from "../ui/brand-mark.tsx";
import {
  AccountLinks,
  Footer,
  FrameScheme,
  mainId,
  OfflineStrip,
  SkipLink,
} from "./frame-parts.tsx";
import classes from "./shop-frame.module.css";
import { lazyPart } from "../ui/lazy-part.ts";

const ImpersonationBanner = lazyPart(
  async () => (await import("./impersonation-banner.tsx")).ImpersonationBanner,
);

const CookieNotice = lazyPart(async () => (await import("./cookie-notice.tsx")).CookieNotice);

/** Header and footer of the shop. */
export function ShopFrame(props: { children: ReactNode }) {
  const session = useSession();
  const user = session.state === "signed-in" ? session.user : null;

  const [wasOpened, setOpened] = useState(false);
  const choice = useCookieChoice();
  const region = useShopSettings()?.region;
  // UK law requires asking; elsewhere a visitor may object (session/click-ids.ts).
  const hasToAsk = region === "uk" && choice === null;
  useEffect(() => {
    if (region === undefined || !/[?&](?:gc|fbc)lid=/.test(window.location.search)) return;
    void import("../session/click-ids.ts").then(({ rememberArrival }) => rememberArrival(region));
  }, [region]);

  const setOffice = use(FrameScheme);
  useLayoutEffect(() => {
    delete document.body.dataset["frame"];
    setOffice(false);
  }, [setOffice]);

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
      <Footer onCookies={() => setOpened(true)} />
      {(wasOpened || hasToAsk) && (
        <Suspense fallback={null}>
          <CookieNotice region={region} onChosen={() => setOpened(false)} />
        </Suspense>
      )}
    </div>
  );
}
