// Also opened on pages of the shop, which do not load the office's styles.
import "../../../theme/mantine-office.ts";
import { Button, Group, MantineThemeProvider, Stack, Text, Timeline, Title } from "@mantine/core";
import { type SiteCopyName, siteCopyNames } from "@portal/shared/office/site-copy-names.ts";
import { useState } from "react";
import { api, type ApiOutputs } from "../../../api/api.ts";
import { forEditing, freshAnswer } from "../../../api/for-editing.ts";
import { useUnsavedGuard } from "../../../ui/confirm-dialog.tsx";
import { DayText } from "../../../ui/days.tsx";
import { officeTheme } from "../../../theme/office-theme.ts";
import { DialogActions, ModalDialog } from "../../../ui/modal-dialog.tsx";
import { ErrorNotice, Loaded } from "../../../ui/feedback.tsx";
import { isChangedMeanwhile, NewerVersion } from "../../../ui/newer-version.tsx";
import { RichText } from "../../../ui/rich-text/rich-text.tsx";
import { useCommand } from "../../../ui/use-command.ts";

type Saved = ApiOutputs["content"]["get"];

/** The editor of one text of the site, with its versions. */
export function CopyEditor(props: { name: SiteCopyName; shown: string; onClose: () => void }) {
  const { name, onClose } = props;
  const saved = api.content.get.useQuery({ varName: name }, forEditing);
  const [written, setWritten] = useState<string | null>(null);
  const { leave, question } = useUnsavedGuard(written !== null);
  const close = () => leave(onClose);
  return (
    <MantineThemeProvider theme={officeTheme} inherit>
      <ModalDialog title={siteCopyNames.get(name) ?? name} onClose={close}>
        <Loaded query={{ ...saved, data: freshAnswer(saved) }} what="the text" lines={6}>
          {(fresh) => (
            <Editor
              name={name}
              saved={fresh}
              original={props.shown}
              written={written}
              onWritten={setWritten}
              onCancel={close}
              onClose={onClose}
            />
          )}
        </Loaded>
        {question}
      </ModalDialog>
    </MantineThemeProvider>
  );
}

function Editor(props: {
  name: SiteCopyName;
  saved: Saved;
  /** The text on the page, for the initial content where the office has not edited it. */
  original: string;
  written: string | null;
  onWritten: (html: string) => void;
  onCancel: () => void;
  onClose: () => void;
}) {
  const { name: varName, saved, written, onWritten } = props;
  /** The content that the editor starts with; each new one remounts it. */
  const [start, setStart] = useState({ html: saved?.copy ?? props.original, round: 0 });
  const [baseVersion, setBaseVersion] = useState(saved?.version ?? null);
  /** What another admin saved meanwhile; null is the original text. */
  const [newer, setNewer] = useState<Saved | undefined>(undefined);
  const utils = api.useUtils();
  const settle = () => {
    setBaseVersion(newer?.version ?? null);
    setNewer(undefined);
    set.reset();
  };
  const replaceText = (html: string) => {
    setStart(({ round }) => ({ html, round: round + 1 }));
    onWritten(html);
  };
  const set = useCommand(api.content.set, {
    repeatable: true,
    done: "Saved!",
    onDone: props.onClose,
    onError: (error) => isChangedMeanwhile(error) && void readNewer(),
  });
  const save = (copy: string | null) => set.send({ varName, copy, version: baseVersion });
  const readNewer = () =>
    utils.content.get.fetch({ varName }, { staleTime: 0 }).then(setNewer, () => {});
  return (
    <Stack>
      {newer === undefined ? (
        <ErrorNotice error={set.error} />
      ) : (
        <NewerVersion
          changes={[
            {
              label: "Text",
              saved: newer === null ? "Original text" : wordsOf(newer.copy),
              mine: wordsOf(written ?? start.html),
              isBoth: true,
            },
          ]}
          onKeepMine={settle}
          onUseTheirs={() => {
            replaceText(newer?.copy ?? props.original);
            settle();
          }}
        />
      )}
      <RichText key={start.round} label="Text" html={start.html} onChange={onWritten} />
      <CopyVersions name={varName} onChosen={replaceText} />
      <DialogActions>
        {saved && (
          <Button variant="subtle" mr="auto" onClick={() => save(null)}>
            Restore original text
          </Button>
        )}
        <Button variant="default" onClick={props.onCancel}>
          Cancel
        </Button>
        <Button loading={set.isPending} onClick={() => save(written ?? start.html)}>
          Save
        </Button>
      </DialogActions>
    </Stack>
  );
}

/** The plain text of HTML. */
function wordsOf(html: string): string {
  return new DOMParser().parseFromString(html, "text/html").body.textContent.trim();
}

/** Earlier versions of the text, which can be put into the editor. */
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
