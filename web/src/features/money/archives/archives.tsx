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
import type { ArchiveKind } from "@portal/shared/money/archives.ts";
import { monthInWords } from "@portal/shared/platform/calendar.ts";
import type { ReactNode } from "react";
import { api, type ApiInputs, type ApiOutputs } from "../../../api/api.ts";
import { errorMessage } from "../../../api/error-message.ts";
import { grouped } from "../../../digit-groups.ts";
import { DayText, formatDay } from "../../../ui/days.tsx";
import { StatusText } from "../../../ui/facts.tsx";
import { Failure, Notice } from "../../../ui/feedback.tsx";
import { useCommand } from "../../../ui/use-command.ts";

type Archive = ApiOutputs["archives"]["list"][number];
type Asked = ApiInputs["archives"]["begin"];

const pollMs = 1000;

/** Writes many files as one ZIP, and lists the last ones of the same kinds with their progress. */
export function Archives(props: {
  title: string;
  /** What is in the file. */
  note: string;
  choices: readonly Readonly<{ label: string; asked: Asked }>[];
  /** Beside the buttons: what they are of. */
  children?: ReactNode;
}) {
  const { title, note, choices, children } = props;
  const kinds = choices.map(({ asked }) => asked.kind);
  const archives = api.archives.list.useQuery(
    { kinds },
    {
      refetchInterval: ({ state }) =>
        state.data?.some((archive) => archive.state === "waiting") ? pollMs : false,
    },
  );
  const begin = useCommand(api.archives.begin, { repeatable: true });
  const isWaiting = (kind: ArchiveKind) =>
    archives.data?.some((archive) => archive.kind === kind && archive.state === "waiting") === true;
  return (
    <Paper component="section" maw={760} aria-labelledby="archives">
      <Stack gap="sm" p="md">
        <Title order={2} id="archives">
          {title}
        </Title>
        <Text size="sm" c="dimmed">
          {note} We delete the ZIP file after one day, because it names people.
        </Text>
        {begin.error !== null && begin.error !== undefined && (
          <Notice tone="bad" title="Not started">
            {errorMessage(begin.error)}
          </Notice>
        )}
        <Group align="flex-end" gap="sm">
          {children}
          {choices.map(({ label, asked }) => (
            <Button
              key={asked.kind}
              variant="default"
              disabled={begin.isPending || isWaiting(asked.kind)}
              loading={begin.isPending && begin.variables?.kind === asked.kind}
              leftSection={<IconFileZip size={16} stroke={1.8} aria-hidden="true" />}
              onClick={() => begin.send(asked)}
            >
              {label}
            </Button>
          ))}
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
  const { id, askedBy, askedAt, state, progress, failure, isOpen } = archive;
  const name = nameOf(archive);
  return (
    <Box component="li" maw="none" display="block">
      <Divider />
      <Stack gap="xs" px="md" py="sm">
        <Group justify="space-between" gap="xs">
          <Stack gap={0} miw={0}>
            <Text fw={550}>
              {name}
              {isOpen && (
                <Text span inherit fw={400} c="dimmed">
                  , not closed
                </Text>
              )}
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
          {state === "failed" && (
            <StatusText tone="bad">Export failed. {failure ?? "Try again."}</StatusText>
          )}
          {state === "ready" && (
            <Anchor size="sm" href={`/office/archives/${id}`} download>
              Download {countOf(archive)}
            </Anchor>
          )}
        </Group>
        {state === "waiting" && <Progress value={progress} aria-label={`${name}: progress`} />}
      </Stack>
    </Box>
  );
}

function nameOf({ kind, from, to }: Archive): string {
  const month = monthInWords(from.slice(0, 7));
  switch (kind) {
    case "documents":
      return `${formatDay(from)} to ${formatDay(to)}`;
    case "statements":
      return `Statements for ${month}`;
    case "month-end":
      return `Package for ${month}`;
    case "tax-packs":
      // Named after the year in which it ends.
      return `Tax year ${to.slice(0, 4)}`;
  }
}

const countWords: Readonly<Record<ArchiveKind, readonly [one: string, several: string]>> = {
  documents: ["document", "documents"],
  statements: ["statement", "statements"],
  "month-end": ["file", "files"],
  "tax-packs": ["tax year", "tax years"],
};

function countOf({ kind, documents }: Archive): string {
  const [one, several] = countWords[kind];
  return documents === 1 ? `1 ${one}` : `${grouped(documents ?? 0)} ${several}`;
}
