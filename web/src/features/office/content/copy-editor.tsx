import { Button } from "@mantine/core";
import { siteCopyNames, type SiteCopyName } from "@portal/shared/office/site-copy-names.ts";
import { useState } from "react";
import { api, type ApiOutputs } from "../../../api/api.ts";
import { errorMessage } from "../../../api/error-message.ts";
import { Dialog } from "../../../ui/dialog.tsx";
import { useUnsavedGuard } from "../../../ui/editing/use-unsaved-guard.tsx";
import { Failure } from "../../../ui/failure.tsx";
import { Loading } from "../../../ui/loading.tsx";
import { LoseChangesDialog } from "../../../ui/lose-changes-dialog.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { RichText } from "../../../ui/rich-text/rich-text.tsx";
import { showToast } from "../../../ui/toast.tsx";
import classes from "./content.module.css";
import { CopyVersions } from "./copy-versions.tsx";

type Saved = ApiOutputs["content"]["get"];

/** One text of the site: an editor, and every version that there was. */
export function CopyEditor(props: { name: SiteCopyName; shown: string; onClose: () => void }) {
  const { name, onClose } = props;
  const saved = api.content.get.useQuery(
    { varName: name },
    { refetchOnWindowFocus: false, gcTime: 0 },
  );
  const [written, setWritten] = useState<string | null>(null);
  const [asksToLose, setAsksToLose] = useState(false);
  const question = useUnsavedGuard(written !== null);
  const close = () => (written === null ? onClose() : setAsksToLose(true));
  return (
    <Dialog title={siteCopyNames.get(name) ?? name} onClose={close}>
      {saved.data === undefined ? (
        saved.error ? (
          <Failure what="the text" error={saved.error} onRetry={() => void saved.refetch()} />
        ) : (
          <Loading what="the text" lines={6} />
        )
      ) : (
        <Opened
          name={name}
          saved={saved.data}
          start={saved.data?.copy ?? props.shown}
          written={written}
          onWritten={setWritten}
          onCancel={close}
          onClose={onClose}
        />
      )}
      {question}
      {asksToLose && <LoseChangesDialog onKeep={() => setAsksToLose(false)} onLose={onClose} />}
    </Dialog>
  );
}

function Opened(props: {
  name: SiteCopyName;
  saved: Saved;
  start: string;
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
  const utils = api.useUtils();
  const set = api.content.set.useMutation({
    onSuccess: async () => {
      showToast("Saved!");
      await utils.content.invalidate();
      props.onClose();
    },
  });
  const put = (copy: string | null) =>
    set.mutate({ varName, copy, dateUpdated: saved?.dateUpdated ?? null });
  return (
    <div className={classes.editor}>
      {set.error && (
        <Notice tone="bad">
          <p>{errorMessage(set.error)}</p>
        </Notice>
      )}
      <RichText key={taken.round} label="Text" html={taken.html} onChange={onWritten} />
      <div className={classes.actions}>
        <Button loading={set.isPending} onClick={() => put(written ?? taken.html)}>
          Save
        </Button>
        <Button variant="default" onClick={props.onCancel}>
          Cancel
        </Button>
        {saved && (
          <Button variant="subtle" onClick={() => put(null)}>
            Back to the original words
          </Button>
        )}
      </div>
      <CopyVersions
        name={varName}
        onChosen={(html) => {
          setTaken(({ round }) => ({ html, round: round + 1 }));
          onWritten(html);
        }}
      />
    </div>
  );
}
