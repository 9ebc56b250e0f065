import { Anchor, Stack, Text, Timeline } from "@mantine/core";
import { keepPreviousData } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "wouter";
import { api } from "../../../api/api.ts";
import { auditWords } from "../../../ui/audit-words.ts";
import { DayText } from "../../../ui/days.tsx";
import { Empty } from "../../../ui/empty.tsx";
import { Failure, Loading } from "../../../ui/feedback.tsx";
import { ListPages } from "../../../ui/list/list-pages.tsx";
import { detailWords, Who } from "./audit-screen.tsx";

const pageSize = 20;

/** What was done to an account and by its owner, newest first. */
export function PersonHistory({ id }: { id: number }) {
  const [page, setPage] = useState(1);
  const entries = api.audit.list.useQuery(
    { page, pageSize, subjectId: id },
    { placeholderData: keepPreviousData },
  );
  const { data } = entries;
  if (!data)
    return entries.error ? (
      <Failure what="the history" error={entries.error} onRetry={() => void entries.refetch()} />
    ) : (
      <Loading what="the history" lines={8} />
    );
  if (data.total === 0) return <Empty title="Nothing recorded yet" />;
  return (
    <Stack gap="md">
      <Timeline role="list" bulletSize={12} lineWidth={1} active={data.rows.length}>
        {data.rows.map((row) => (
          <Timeline.Item
            key={row.id}
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
              {detailWords(row.details) !== "" && `, ${detailWords(row.details)}`}
            </Text>
          </Timeline.Item>
        ))}
      </Timeline>
      <ListPages
        label="entries"
        page={page}
        pageSize={pageSize}
        total={data.total}
        isCapped={false}
        onPage={setPage}
      />
      <Anchor component={Link} size="sm" href={`/admin/audit?subject=${id}`}>
        View in Audit log
      </Anchor>
    </Stack>
  );
}
