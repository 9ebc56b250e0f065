import { Button } from "@mantine/core";
import { siteCopyNames, type SiteCopyName } from "@portal/shared/site-copy-names.ts";
import { useState } from "react";
import { api } from "../../api/api.ts";
import { errorMessage } from "../../api/error-message.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { Failure } from "../../ui/failure.tsx";
import { Loading } from "../../ui/loading.tsx";
import { LoseChangesDialog } from "../../ui/lose-changes-dialog.tsx";
import { Notice } from "../../ui/notice.tsx";
import { showToast } from "../../ui/toast.tsx";
import classes from "./content.module.css";
import { CopyVersions } from "./copy-versions.tsx";
import { RichText } from "./rich-text.tsx";

/** One text of the site: an editor, and every version that there was. */
export function CopyEditor(props: { name: SiteCopyName; shown: string; onClose: () => void }) {
  const { name, onClose } = props;
  const saved = api.content.get.useQuery(
    { varName: name },
    { refetchOnWindowFocus: false, gcTime: 0 },
  );
  const [written, setWritten] = useState<string | null>(null);
  const [asksToLose, setAsksToLose] = useState(false);
  const [start, setStart] = useState<{ html: string; round: number } | null>(null);
  const utils = api.useUtils();
  const set = api.content.set.useMutation({
    onSuccess: async () => {
      showToast("Saved!");
      await utils.content.invalidate();
      onClose();
    },
  });
  const dateUpdated = saved.data?.dateUpdated ?? null;
  const html = start?.html ?? saved.data?.copy ?? props.shown;
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
        <div className={classes.editor}>
          {set.error && (
            <Notice tone="bad">
              <p>{errorMessage(set.error)}</p>
            </Notice>
          )}
          <RichText key={start?.round ?? 0} html={html} onChange={setWritten} />
          <div className={classes.actions}>
            <Button
              loading={set.isPending}
              onClick={() => set.mutate({ varName: name, copy: written ?? html, dateUpdated })}
            >
              Save
            </Button>
            <Button variant="default" onClick={close}>
              Cancel
            </Button>
            {saved.data && (
              <Button
                variant="subtle"
                onClick={() => set.mutate({ varName: name, copy: null, dateUpdated })}
              >
                Back to the original words
              </Button>
            )}
          </div>
          <CopyVersions
            name={name}
            onChosen={(copy) => {
              setStart({ html: copy, round: (start?.round ?? 0) + 1 });
              setWritten(copy);
            }}
          />
        </div>
      )}
      {asksToLose && <LoseChangesDialog onKeep={() => setAsksToLose(false)} onLose={onClose} />}
    </Dialog>
  );
}
