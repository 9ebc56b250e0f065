import { useState } from "react";
import { Link, useSearch } from "wouter";
import { useShopSettings } from "../../../session/use-shop-settings.ts";
import { PageHeading } from "../../../ui/page-heading.tsx";
import { SiteCopy } from "../../../session/site-copy.tsx";
import { ContactForm } from "./contact-form.tsx";
import { sourceFrom } from "./contact-words.ts";
import classes from "./contact.module.css";

/** One form in three shapes, sent once (specification, section 4). `?about=` says which shape comes first. */
export function ContactScreen() {
  const settings = useShopSettings();
  const about = sourceFrom(new URLSearchParams(useSearch()).get("about"));
  const [sentBy, setSentBy] = useState<string | null>(null);

  if (sentBy !== null) {
    return (
      <div className={classes.page}>
        <PageHeading key="thanks" title="Thank you for your message" />
        <p className={classes.text}>
          We have it, and answer as soon as we can. A short mail to {sentBy} says so too.
        </p>
        <p className={classes.text}>
          <Link href="/">Back to the shop</Link>
        </p>
      </div>
    );
  }
  return (
    <div className={classes.page}>
      <PageHeading title="Contact us" />
      <SiteCopy name="contact-us.intro" />
      <ContactForm
        // Where the shop is decides how a number looks, so the rules come with it.
        key={settings?.region ?? "unknown"}
        source={about ?? "general"}
        region={settings?.region ?? "usa"}
        onSent={setSentBy}
      />
    </div>
  );
}
