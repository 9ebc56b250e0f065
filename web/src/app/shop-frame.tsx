import { type ReactNode, useLayoutEffect } from "react";
import { Link } from "wouter";
import { BrandMark, Wordmark } from "../ui/brand-mark.tsx";
import { AccountLinks } from "./account-links.tsx";
import { Footer } from "./footer.tsx";
import { OfflineStrip } from "./offline-strip.tsx";
import classes from "./shop-frame.module.css";
import { mainId, SkipLink } from "./skip-link.tsx";

/** Thin header, the page, help: what a customer sees around everything. */
export function ShopFrame(props: { children: ReactNode }) {
  useLayoutEffect(() => {
    delete document.body.dataset["frame"];
  }, []);

  return (
    <div className={classes.frame}>
      <SkipLink />
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
