import { useMounted } from "@mantine/hooks";
import { isSiteCopyName, type SiteCopyPage } from "@portal/shared/office/site-copy-names.ts";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { shop } from "../../../config.ts";
import { SiteCopy, useSiteCopies } from "../../../session/site-copy.tsx";
import { useShopSettings } from "../../../session/use-shop-settings.ts";
import { DayText } from "../../../ui/days.tsx";
import { PageHeading } from "../../../ui/page-heading.tsx";
import classes from "../../../ui/article.module.css";

export type ArticleSection = Readonly<{
  id: string;
  title: string;
  body: ReactNode;
  /** Applies in one region only; a shop of the other region does not show it, one of the USA shows all. */
  only?: "za" | "uk";
}>;

/** A page of text in sections, with a table of contents and the day of the last change. */
export function Article(props: {
  /** The name under which the office can edit its texts. */
  page: SiteCopyPage;
  title: string;
  /** The day on which the original text was last changed. */
  updated: string;
  lead: ReactNode;
  sections: readonly ArticleSection[];
}) {
  const region = useShopSettings()?.region;
  const copies = useSiteCopies(props.page);
  // The page is prerendered with the original date, which the first render has to match.
  const isMounted = useMounted();
  const updated = (isMounted ? copies : []).reduce(
    (latest, { dateUpdated }) => (dateUpdated > latest ? dateUpdated : latest),
    props.updated,
  );
  // Until the settings are loaded, CSS hides sections by the `data-region` that the server set on the page.
  const sections = props.sections.filter(
    ({ only }) => !only || !region || region === "usa" || only === region,
  );
  return (
    <article className={`${classes.article} page`}>
      <nav aria-label="On this page" className={classes.jump}>
        <details className="card">
          <summary className="strong">On this page</summary>
          <ul className="plain">
            {sections.map(({ id, title, only }) => (
              <li key={id} data-only={only}>
                <a href={`#${id}`} className="link">
                  {title}
                </a>
              </li>
            ))}
          </ul>
        </details>
      </nav>
      <div className={`${classes.words} stack`}>
        <header className="stack">
          <PageHeading title={props.title} />
          <p className="quiet">
            Last updated <DayText value={updated} />
          </p>
          <ArticleCopy name={`${props.page}.lead`}>
            <p>{props.lead}</p>
          </ArticleCopy>
        </header>
        {sections.map(({ id, title, body, only }) => (
          <section key={id} aria-labelledby={id} className="stack" data-only={only}>
            <h2 id={id}>{title}</h2>
            <ArticleCopy name={`${props.page}.${id}`}>{body}</ArticleCopy>
          </section>
        ))}
      </div>
    </article>
  );
}

/** Editable, except for the section with the shop's identity, which comes from the settings. */
function ArticleCopy(props: { name: string; children: ReactNode }) {
  const { name, children } = props;
  return isSiteCopyName(name) ? <SiteCopy name={name}>{children}</SiteCopy> : children;
}

/** The seller's identity as the law requires, from the shop settings. */
export function ShopIdentity() {
  const settings = useShopSettings();
  const facts = settings?.shop;
  const email = settings?.contact.email ?? shop.email;
  const address = facts?.address.split("\n").filter(Boolean).join(", ");
  return (
    <div className={`${classes.identity} stack`}>
      <p>
        This shop is run by {facts?.name ?? shop.name}
        {address && `, ${address}`}.
      </p>
      {(facts?.companyNo || facts?.vatNo) && (
        <p>
          {facts.companyNo && `Company registration ${facts.companyNo}. `}
          {facts.vatNo && `VAT registration ${facts.vatNo}.`}
        </p>
      )}
      <p>
        Email <a href={`mailto:${email}`}>{email}</a> or <Link href="/contact-us">contact us</Link>.
      </p>
    </div>
  );
}
