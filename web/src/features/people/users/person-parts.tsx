import { z } from "zod/mini";
import { Box, Button, Card, Group, Stack, Text, Textarea } from "@mantine/core";
import { addNoteSchema, noteAction } from "@portal/shared/people/users/person.ts";
import { useState } from "react";
import { api } from "../../../api/api.ts";
import { DayText } from "../../../ui/days.tsx";
import { Empty } from "../../../ui/empty.tsx";
import { ErrorNotice, Loaded } from "../../../ui/feedback.tsx";
import { FormPage } from "../../../ui/form-page.tsx";
import { useCheckedForm } from "../../../ui/form.tsx";
import { ListPages } from "../../../ui/list/list-pages.tsx";
import { useCommand } from "../../../ui/use-command.ts";

/** A person's sessions, each with a button that ends it. */
export function PersonSignIns({ id }: { id: number }) {
  const sessions = api.people.sessions.useQuery({ id });
  return (
    <Loaded query={sessions} what="sign-ins" lines={3} height={64}>
      {(rows) =>
        rows.length === 0 ? (
          <Empty title="Not signed in anywhere" />
        ) : (
          <Stack gap="xs">
            {rows.map(({ handle, device, startedAt, lastSeenAt }) => (
              <Card key={handle} component="article" p="sm">
                <Group justify="space-between">
                  <div>
                    <Text fw={550}>{device || "Unknown device"}</Text>
                    <Text size="sm" c="dimmed">
                      Signed in <DayText value={startedAt} withTime />, last used{" "}
                      <DayText value={lastSeenAt} withTime />
                    </Text>
                  </div>
                  <EndSignIn id={id} handle={handle} device={device} />
                </Group>
              </Card>
            ))}
          </Stack>
        )
      }
    </Loaded>
  );
}

function EndSignIn(props: { id: number; handle: string; device: string }) {
  const { id, handle, device } = props;
  const end = useCommand(api.people.endSession, { done: "Signed out." });
  return (
    <>
      <ErrorNotice error={end.error} />
      <Button
        variant="default"
        aria-label={`End sign-in on ${device || "unknown device"}`}
        loading={end.isPending}
        onClick={() => end.send({ id, handle })}
      >
        End
      </Button>
    </>
  );
}

const notesOnPage = 20;
const noteSchema = z.pick(addNoteSchema, { note: true });

/** The office's notes about a person, newest first. */
export function PersonNotes({ id }: { id: number }) {
  const [page, setPage] = useState(1);
  const notes = api.audit.list.useQuery({
    page,
    pageSize: notesOnPage,
    subjectId: id,
    action: noteAction,
  });
  return (
    <Stack gap="md">
      <NoteForm id={id} />
      <Loaded query={notes} what="notes" lines={2} height={64}>
        {({ rows, total }) =>
          rows.length === 0 ? (
            <Empty title="No notes yet" />
          ) : (
            <>
              {rows.map(({ id: noteId, at, actorName, actorId, details }) => (
                <Card key={noteId} component="article" p="md">
                  <Text className="lines">{String(details["note"])}</Text>
                  <Text size="sm" c="dimmed">
                    {actorName ?? `User ${actorId}`}, <DayText value={at} withTime />
                  </Text>
                </Card>
              ))}
              <ListPages
                label="notes"
                page={page}
                pageSize={notesOnPage}
                total={total}
                isCapped={false}
                onPage={setPage}
              />
            </>
          )
        }
      </Loaded>
    </Stack>
  );
}

function NoteForm({ id }: { id: number }) {
  const { form, onSubmit, showErrors } = useCheckedForm({
    name: "note",
    schema: noteSchema,
    initialValues: { note: "" },
  });
  const add = useCommand(api.people.addNote, {
    done: "Note added.",
    form: { showErrors },
    onDone: () => form.reset(),
  });
  return (
    <Box maw={640}>
      <FormPage
        onSubmit={onSubmit(({ note }) => add.send({ id, note }))}
        submitLabel="Add note"
        buttons="quiet"
        gap="xs"
        isDirty={form.isDirty()}
        isBusy={add.isPending}
        failure={add.error}
      >
        <Textarea
          label="New note"
          description="Only office staff can see this."
          rows={3}
          {...form.getInputProps("note")}
        />
      </FormPage>
    </Box>
  );
}
