import { Anchor, Stack, Text, Timeline } from "@mantine/core";
import { auditWords, detailWords } from "@portal/shared/office/audit-words.ts";
import { keepPreviousData } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "wouter";
import { api } from "../../../api/api.ts";
import { officeTimeZone } from "../../../office-time-zone.ts";
import { DayText } from "../../../ui/days.tsx";
import { Empty } from "../../../ui/empty.tsx";
import { ListPages } from "../../../ui/list/list-pages.tsx";
import { Loaded } from "../../../ui/feedback.tsx";
import { type AuditRow, Who } from "./audit-screen.tsx";

const pageSize = 20;

/** The audit entries that concern one account, newest first. */
export function PersonHistory({ id }: { id: number }) {
  const [page, setPage] = useState(1);
  const entries = api.audit.list.useQuery(
    { page, pageSize, subjectId: id },
    { placeholderData: keepPreviousData },
  );
  return (
    <Loaded query={entries} what="the history" lines={8}>
      {({ rows, total }) =>
        total === 0 ? (
          <Empty title="Nothing recorded yet" />
        ) : (
          <Stack gap="md">
            <Timeline role="list" bulletSize={12} lineWidth={1} active={rows.length}>
              {rows.map((row) => (
                <HistoryItem key={row.id} row={row} />
              ))}
            </Timeline>
            <ListPages
              label="entries"
              page={page}
              pageSize={pageSize}
              total={total}
              onPage={setPage}
            />
            <Anchor component={Link} size="sm" href={`/admin/audit?subject=${id}`}>
              View in Audit log
            </Anchor>
          </Stack>
        )
      }
    </Loaded>
  );
}

function HistoryItem({ row }: { row: AuditRow }) {
  const details = detailWords(row, officeTimeZone());
  return (
    <Timeline.Item
      role="listitem"
      title={
        <Text span inherit fw={400}>
          <Text span inherit fw={600}>
            <Who row={row} />
          </Text>{" "}
          {auditWords(row.action)}
        </Text>
      }
    >
      <Text size="sm" c="dimmed">
        <DayText value={row.at} withTime />
        {details !== "" && `, ${details}`}
      </Text>
    </Timeline.Item>
  );
}
