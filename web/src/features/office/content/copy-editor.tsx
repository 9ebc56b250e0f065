// A page of the shop that the office edits has none of the office's styles.
import "../../../theme/mantine-office.ts";
import { Button, Group, MantineThemeProvider, Stack, Text, Timeline, Title } from "@mantine/core";
import { type SiteCopyName, siteCopyNames } from "@portal/shared/office/site-copy-names.ts";
import { useState } from "react";
import { api, type ApiOutputs } from "../../../api/api.ts";
import { forEditing, freshAnswer } from "../../../api/for-editing.ts";
import { errorMessage } from "../../../api/error-message.ts";
import { useUnsavedGuard } from "../../../ui/confirm-dialog.tsx";
import { DayText } from "../../../ui/days.tsx";
import { officeTheme } from "../../../theme/office-theme.ts";
import { DialogActions, ModalDialog } from "../../../ui/modal-dialog.tsx";
import { Failure, Loading, Notice, showToast } from "../../../ui/feedback.tsx";
import { isChangedMeanwhile, NewerVersion } from "../../../ui/editing/newer-version.tsx";
import { RichText } from "../../../ui/rich-text/rich-text.tsx";

type Saved = ApiOutputs["content"]["get"];

/** One text of the site: an editor, and every version that there was. */
export function CopyEditor(props: { name: SiteCopyName; shown: string; onClose: () => void }) {
  const { name, onClose } = props;
  const saved = api.content.get.useQuery({ varName: name }, forEditing);
  const fresh = freshAnswer(saved);
  const [written, setWritten] = useState<string | null>(null);
  const { leave, question } = useUnsavedGuard(written !== null);
  const close = () => leave(onClose);
  return (
    <MantineThemeProvider theme={officeTheme} inherit>
      <ModalDialog title={siteCopyNames.get(name) ?? name} onClose={close}>
        {fresh === undefined ? (
          saved.error ? (
            <Failure what="the text" error={saved.error} onRetry={() => void saved.refetch()} />
          ) : (
            <Loading what="the text" lines={6} />
          )
        ) : (
          <Opened
            name={name}
            saved={fresh}
            start={fresh?.copy ?? props.shown}
            original={props.shown}
            written={written}
            onWritten={setWritten}
            onCancel={close}
            onClose={onClose}
          />
        )}
        {question}
      </ModalDialog>
    </MantineThemeProvider>
  );
}

function Opened(props: {
  name: SiteCopyName;
  saved: Saved;
  start: string;
  /** What the page shows where the office wrote nothing. */
  original: string;
  written: string | null;
  onWritten: (html: string) => void;
  onCancel: () => void;
  onClose: () => void;
}) {
  const { name: varName, saved, written, onWritten } = props;
  const [taken, setTaken] = useState<{ html: string; round: number }>({
    html: props.start,
    round: 0,
  });
  const [began, setBegan] = useState(saved?.version ?? null);
  /** What somebody else saved meanwhile; null within it is the original text. */
  const [newer, setNewer] = useState<Saved | undefined>(undefined);
  const utils = api.useUtils();
  const settle = () => {
    setBegan(newer?.version ?? null);
    setNewer(undefined);
    set.reset();
  };
  const take = (html: string) => {
    setTaken(({ round }) => ({ html, round: round + 1 }));
    onWritten(html);
  };
  const set = api.content.set.useMutation({
    onSuccess: async () => {
      showToast("Saved!");
      await utils.content.invalidate();
      props.onClose();
    },
    onError: (error) => isChangedMeanwhile(error) && void readNewer(),
  });
  const put = (copy: string | null) => set.mutate({ varName, copy, version: began });
  const readNewer = () =>
    utils.content.get.fetch({ varName }, { staleTime: 0 }).then(setNewer, () => {});
  return (
    <Stack>
      {newer === undefined ? (
        set.error && <Notice tone="bad">{errorMessage(set.error)}</Notice>
      ) : (
        <NewerVersion
          changes={[
            {
              label: "Text",
              saved: newer === null ? "Original text" : wordsOf(newer.copy),
              mine: wordsOf(written ?? taken.html),
              isBoth: true,
            },
          ]}
          onKeepMine={settle}
          onUseTheirs={() => {
            take(newer?.copy ?? props.original);
            settle();
          }}
        />
      )}
      <RichText key={taken.round} label="Text" html={taken.html} onChange={onWritten} />
      <CopyVersions name={varName} onChosen={take} />
      <DialogActions>
        {saved && (
          <Button variant="subtle" mr="auto" onClick={() => put(null)}>
            Restore original text
          </Button>
        )}
        <Button variant="default" onClick={props.onCancel}>
          Cancel
        </Button>
        <Button loading={set.isPending} onClick={() => put(written ?? taken.html)}>
          Save
        </Button>
      </DialogActions>
    </Stack>
  );
}

/** What a text says, without how it stands. */
function wordsOf(html: string): string {
  return new DOMParser().parseFromString(html, "text/html").body.textContent.trim();
}

/** Who wrote this text before, and a way to take one of those up again. */
function CopyVersions(props: { name: SiteCopyName; onChosen: (copy: string) => void }) {
  const versions = api.content.versions.useQuery({ varName: props.name });
  if (!versions.data || versions.data.length === 0) return null;
  return (
    <section aria-labelledby="versions">
      <Title order={3} id="versions" mb="xs">
        Versions
      </Title>
      <Timeline role="list" bulletSize={12} lineWidth={1} color="brand">
        {versions.data.map(({ id, at, by, copy }) => (
          <Timeline.Item key={id} role="listitem">
            <Group justify="space-between" gap="xs">
              <Text size="sm">
                <DayText value={at} withTime />
                {by && `, ${by}`}
              </Text>
              {copy === null ? (
                <Text size="sm" c="dimmed">
                  Original text
                </Text>
              ) : (
                <Button variant="subtle" size="compact-sm" onClick={() => props.onChosen(copy)}>
                  Use this version
                </Button>
              )}
            </Group>
          </Timeline.Item>
        ))}
      </Timeline>
    </section>
  );
}
