import { lazy, type ReactNode, Suspense, useLayoutEffect } from "react";
import { Link } from "wouter";
import { useSession } from "../session/session.tsx";
import { BrandMark, Wordmark } from "../ui/brand-mark.tsx";
import { AccountLinks } from "./account-links.tsx";
import { Footer } from "./footer.tsx";
import { OfflineStrip } from "./offline-strip.tsx";
import classes from "./shop-frame.module.css";
import { mainId, SkipLink } from "./skip-link.tsx";

/** Seldom needed, and not by customers: its code comes when it is. */
const ImpersonationBanner = lazy(async () => ({
  default: (await import("./impersonation-banner.tsx")).ImpersonationBanner,
}));

/** Thin header, the page, help: what a customer sees around everything. */
export function ShopFrame(props: { children: ReactNode }) {
  const session = useSession();
  const user = session.state === "signed-in" ? session.user : null;

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
      <OfflineStrip />
      <header className={classes.header}>
        <div className={classes.inner}>
          <Link href="/" className={classes.brand}>
            <BrandMark size={28} />
            <Wordmark />
          </Link>
          <AccountLinks />
        </div>
      </header>
      <main id={mainId} className={classes.main} tabIndex={-1}>
        {props.children}
      </main>
      <Footer />
    </div>
  );
}
