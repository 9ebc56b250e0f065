import type { ReactNode } from "react";
import type { ApiOutputs } from "../../../api/api.ts";
import { auditWords } from "../../../ui/audit-words.ts";
import { DayText } from "../../../ui/day-text.tsx";
import type { ListColumn } from "../../../ui/list/data-list.tsx";
import classes from "./audit.module.css";
import { detailWords } from "./detail-words.ts";

type AuditRow = ApiOutputs["audit"]["list"]["rows"][number];

export const auditColumns: readonly ListColumn<AuditRow>[] = [
  {
    id: "at",
    header: "When",
    onCard: "fact",
    cell: (row) => <DayText value={row.at} withTime />,
  },
  { id: "who", header: "Who", onCard: "title", cell: (row) => <Who row={row} /> },
  { id: "what", header: "Did what", onCard: "fact", cell: (row) => auditWords(row.action) },
  { id: "whom", header: "To whom", onCard: "fact", cell: whom },
  { id: "details", header: "Details", onCard: "fact", cell: details },
];

/** The admin is named first, and as whom it was done second. */
function Who(props: { row: AuditRow }) {
  const { row } = props;
  const actor = personName(row, "actor") ?? "The portal itself";
  if (row.impersonatedByName === null) return actor;
  return (
    <>
      {row.impersonatedByName}
      <span className={classes.second}>as {actor}</span>
    </>
  );
}

/** What somebody did to the own account needs no second name. */
function whom(row: AuditRow): string | null {
  const isOwn = row.subjectId === row.actorId && row.impersonatedByName === null;
  return isOwn ? null : personName(row, "subject");
}

/** An erased person has no name any more, only the number. */
function personName(row: AuditRow, part: "actor" | "subject"): string | null {
  const id = part === "actor" ? row.actorId : row.subjectId;
  const name = part === "actor" ? row.actorName : row.subjectName;
  return name ?? (id === null ? null : `User ${id}`);
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const shownOfUuid = 8;

/** Null where there are none: a card then leaves the line out. */
function details(row: AuditRow): ReactNode {
  const { target } = row;
  const words = detailWords(row.details);
  if (target === null && words === "") return null;
  const shown = target !== null && uuid.test(target) ? `${target.slice(0, shownOfUuid)}…` : target;
  return (
    <span className={classes.details}>
      {words}
      {target !== null && (
        <span className={classes.second} title={target}>
          {shown}
        </span>
      )}
    </span>
  );
}
