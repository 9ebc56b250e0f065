import { Button } from "@mantine/core";
import { fileUrl, videoUrl } from "@portal/shared/office/uploads.ts";
import { api } from "../../../api/api.ts";
import { errorMessage } from "../../../api/error-message.ts";
import { StatusText } from "../../../ui/status-text.tsx";
import { showToast } from "../../../ui/toast.tsx";
import { type Upload, UploadView } from "./upload-view.tsx";
import { bytesText, lengthText } from "./upload-words.ts";
import classes from "./uploads.module.css";

/** One upload as the office sees it: what it is, its place, how often it was opened. */
export function UploadCard(props: {
  upload: Upload;
  /** Which ways it can go among the others; null where those are not all known. */
  moves: Moves | null;
  onEdit: () => void;
  onDelete: () => void;
  onLog: () => void;
}) {
  const { upload } = props;
  const { title, description, filename, bytes, seconds, sortOrder, views } = upload;
  const { kind, hasCaptions } = upload;
  const facts = [seconds === null ? null : lengthText(seconds), bytesText(bytes), filename];
  return (
    <li className={classes.card}>
      <UploadView upload={upload} />
      <div className={classes.words}>
        <h2>
          <a href={addressOf(upload)} target="_blank" rel="noreferrer">
            {title}
          </a>
        </h2>
        <p className={classes.muted}>{facts.filter(Boolean).join(" · ")}</p>
        {description && <p>{description}</p>}
        <p className={classes.muted}>Sort order {sortOrder}</p>
        {kind === "video" && !hasCaptions && (
          <p>
            <StatusText tone="neutral">No captions</StatusText>
          </p>
        )}
      </div>
      <div className={classes.actions}>
        <Button variant="default" aria-label={`Edit ${title}`} onClick={props.onEdit}>
          Edit
        </Button>
        {props.moves && <MoveButtons upload={upload} moves={props.moves} />}
        <Button variant="default" aria-label={`Access log of ${title}`} onClick={props.onLog}>
          Access log ({views ?? 0})
        </Button>
        <Button
          variant="subtle"
          color="var(--protea)"
          aria-label={`Delete ${title}`}
          onClick={props.onDelete}
        >
          Delete
        </Button>
      </div>
    </li>
  );
}

/** Where the office looks at it, in a tab of its own. */
function addressOf({ id, kind, version }: Upload): string {
  if (kind === "video") return videoUrl(id);
  return kind === "image" ? `/resources/images/${id}?v=${version}` : `${fileUrl(id)}?show=1`;
}

/** At the ends of the row there is nowhere to go. */
export type Moves = Readonly<{ up: boolean; down: boolean }>;

function MoveButtons(props: { upload: Upload; moves: Moves }) {
  const { id, title } = props.upload;
  const utils = api.useUtils();
  const move = api.uploads.move.useMutation({
    onSuccess: () => utils.uploads.list.invalidate(),
    onError: (error) => showToast(errorMessage(error)),
  });
  return (["up", "down"] as const).map((to) => (
    <Button
      key={to}
      variant="default"
      disabled={!props.moves[to]}
      loading={move.isPending && move.variables.to === to}
      aria-label={`Move ${title} ${to}`}
      onClick={() => move.mutate({ id, to })}
    >
      {to === "up" ? "Up" : "Down"}
    </Button>
  ));
}
