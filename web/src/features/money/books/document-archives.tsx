import {
  Anchor,
  Box,
  Button,
  Divider,
  Group,
  Paper,
  Progress,
  Stack,
  Text,
  Title,
} from "@mantine/core";
import { IconFileZip } from "@tabler/icons-react";
import type { FirstAndLast } from "@portal/shared/platform/calendar.ts";
import { api, type ApiOutputs } from "../../../api/api.ts";
import { errorMessage } from "../../../api/error-message.ts";
import { grouped } from "../../../digit-groups.ts";
import { DayText } from "../../../ui/days.tsx";
import { StatusText } from "../../../ui/facts.tsx";
import { Failure, Notice } from "../../../ui/feedback.tsx";
import { useCommand } from "../../../ui/use-command.ts";

type Archive = ApiOutputs["books"]["archives"][number];

const pollMs = 1000;

/** Writes the PDFs of a period as one ZIP, and lists the last ones with their progress. */
export function DocumentArchives({ from, to }: FirstAndLast) {
  const archives = api.books.archives.useQuery(undefined, {
    refetchInterval: ({ state }) =>
      state.data?.some((archive) => archive.state === "waiting") ? pollMs : false,
  });
  const begin = useCommand(api.books.archiveDocuments, { repeatable: true });
  const isBusy =
    begin.isPending || archives.data?.some(({ state }) => state === "waiting") === true;
  return (
    <Paper component="section" maw={760} aria-labelledby="document-archives">
      <Stack gap="sm" p="md">
        <Title order={2} id="document-archives">
          All PDFs as one file
        </Title>
        <Text size="sm" c="dimmed">
          We write every document of this period as a PDF, with the register and a list of all
          files. We delete the ZIP file after one day, because it has names and addresses.
        </Text>
        {begin.error !== null && begin.error !== undefined && (
          <Notice tone="bad" title="Not started">
            {errorMessage(begin.error)}
          </Notice>
        )}
        <Group>
          <Button
            variant="default"
            disabled={isBusy}
            loading={begin.isPending}
            leftSection={<IconFileZip size={16} stroke={1.8} aria-hidden="true" />}
            onClick={() => begin.send({ from, to })}
          >
            Export PDFs
          </Button>
        </Group>
      </Stack>
      {archives.error && !archives.data && (
        <Box p="md">
          <Failure
            what="the last files"
            error={archives.error}
            onRetry={() => void archives.refetch()}
          />
        </Box>
      )}
      {archives.data && archives.data.length > 0 && (
        <Stack component="ul" gap={0} m={0} p={0} aria-label="Last files">
          {archives.data.map((archive) => (
            <ArchiveRow key={archive.id} archive={archive} />
          ))}
        </Stack>
      )}
    </Paper>
  );
}

function ArchiveRow({ archive }: { archive: Archive }) {
  const { id, from, to, askedBy, askedAt, state, progress, documents } = archive;
  return (
    <Box component="li" maw="none" display="block">
      <Divider />
      <Stack gap="xs" px="md" py="sm">
        <Group justify="space-between" gap="xs">
          <Stack gap={0} miw={0}>
            <Text fw={550}>
              <DayText value={from} /> to <DayText value={to} />
            </Text>
            <Text size="sm" c="dimmed">
              {askedBy}, <DayText value={askedAt} withTime />
            </Text>
          </Stack>
          {state === "waiting" && (
            <Text size="sm" c="dimmed" role="status">
              {progress}%
            </Text>
          )}
          {state === "failed" && <StatusText tone="bad">Export failed. Try again.</StatusText>}
          {state === "ready" && (
            <Anchor size="sm" href={`/office/document-archives/${id}`} download>
              Download {grouped(documents ?? 0)} {documents === 1 ? "document" : "documents"}
            </Anchor>
          )}
        </Group>
        {state === "waiting" && <Progress value={progress} aria-label="PDFs: progress" />}
      </Stack>
    </Box>
  );
}
