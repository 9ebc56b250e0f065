import { isSiteCopyName, siteCopyPages } from "@portal/shared/office/site-copy-names.ts";
import { Link } from "wouter";
import { api } from "../../../api/api.ts";
import { DayText } from "../../../ui/days.tsx";
import { Failure, Loading } from "../../../ui/feedback.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import classes from "./content.module.css";
import { EditCopyButton } from "./edit-copy-button.tsx";

/** Pages that an admin does not see as others do are written here; all others on the page itself. */
const elsewhere: ReadonlySet<string> = new Set(["distributor-landing", "stockist-landing"]);

/** Every text of the site that the office may write, by its page, and since when it is the office's own. */
export function SiteCopyScreen() {
  const copies = api.content.list.useQuery({});
  if (copies.error && !copies.data)
    return <Failure what="the texts" error={copies.error} onRetry={() => void copies.refetch()} />;
  if (!copies.data) return <Loading what="the texts" lines={8} />;
  const since = new Map(copies.data.map(({ varName, dateUpdated }) => [varName, dateUpdated]));
  return (
    <div className={classes.page}>
      <PageHeader title="Site copy" />
      <p>Open a page and use the pencil beside a text. Everybody reads what you save at once.</p>
      {Object.entries(siteCopyPages).map(([page, { title, path, texts }]) => (
        <section key={page} aria-labelledby={page} className={classes.texts}>
          <h2 id={page}>{title}</h2>
          {!elsewhere.has(page) && <Link href={path}>Open the page</Link>}
          <ul>
            {Object.entries(texts).map(([text, name]) => {
              const varName = `${page}.${text}`;
              const day = since.get(varName);
              return (
                <li key={text}>
                  <span>{name}</span>
                  <span className={classes.since}>
                    {day === undefined ? "Original words" : <DayText value={day} />}
                  </span>
                  {elsewhere.has(page) && isSiteCopyName(varName) && (
                    <EditCopyButton name={varName} />
                  )}
                </li>
              );
            })}
          </ul>
        </section>
      ))}
    </div>
  );
}
