import { isSiteCopyName, type SiteCopyPage } from "@portal/shared/office/site-copy-names.ts";
import type { ReactNode } from "react";
import { DayText } from "../../../ui/day-text.tsx";
import { PageHeading } from "../../../ui/page-heading.tsx";
import { useShopSettings } from "../../../session/use-shop-settings.ts";
import { SiteCopy } from "../../../session/site-copy.tsx";
import classes from "./pages.module.css";

export type ArticleSection = Readonly<{
  id: string;
  title: string;
  body: ReactNode;
  /** What holds in one country alone; a shop of another one does not show it. */
  only?: "za" | "uk";
}>;

/** A page to be read: what is on it, when it was last changed, and its parts. */
export function Article(props: {
  /** Under which the office may write its texts. */
  page: SiteCopyPage;
  title: string;
  updated: string;
  lead: ReactNode;
  sections: readonly ArticleSection[];
}) {
  const region = useShopSettings()?.region;
  // Until the shop is known, the styles go by what the server wrote on the page.
  const sections = props.sections.filter(
    ({ only }) => !only || !region || region === "usa" || only === region,
  );
  return (
    <article className={classes.article}>
      <header className={classes.head}>
        <PageHeading title={props.title} />
        <p className={classes.updated}>
          Last updated <DayText value={props.updated} />
        </p>
        <ArticleCopy name={`${props.page}.lead`}>
          <p>{props.lead}</p>
        </ArticleCopy>
      </header>
      <nav aria-label="On this page" className={classes.jump}>
        <ul>
          {sections.map(({ id, title, only }) => (
            <li key={id} data-only={only}>
              <a href={`#${id}`}>{title}</a>
            </li>
          ))}
        </ul>
      </nav>
      {sections.map(({ id, title, body, only }) => (
        <section key={id} aria-labelledby={id} className={classes.section} data-only={only}>
          <h2 id={id}>{title}</h2>
          <ArticleCopy name={`${props.page}.${id}`}>{body}</ArticleCopy>
        </section>
      ))}
    </article>
  );
}

/** Who the shop is comes from its settings; everything else may be written anew. */
function ArticleCopy(props: { name: string; children: ReactNode }) {
  const { name, children } = props;
  return isSiteCopyName(name) ? <SiteCopy name={name}>{children}</SiteCopy> : children;
}
