import { Button } from "@mantine/core";
import type { SiteCopyName } from "@portal/shared/office/site-copy-names.ts";
import { api } from "../../../api/api.ts";
import { DayText } from "../../../ui/day-text.tsx";
import classes from "./content.module.css";

/** Who wrote this text before, and a way to take one of those up again. */
export function CopyVersions(props: { name: SiteCopyName; onChosen: (copy: string) => void }) {
  const versions = api.content.versions.useQuery({ varName: props.name });
  if (!versions.data || versions.data.length === 0) return null;
  return (
    <section aria-labelledby="versions" className={classes.versions}>
      <h3 id="versions">Versions</h3>
      <ul>
        {versions.data.map(({ id, at, by, copy }) => (
          <li key={id}>
            <span>
              <DayText value={at} withTime />
              {by && `, ${by}`}
            </span>
            {copy === null ? (
              <span>The original words</span>
            ) : (
              <Button variant="subtle" size="compact-sm" onClick={() => props.onChosen(copy)}>
                Use this version
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
