import type { UploadCategory } from "@portal/shared/office/uploads.ts";
import { IconPlayerPlayFilled } from "@tabler/icons-react";
import { useState } from "react";
import { SearchBox } from "../../../ui/list/search-box.tsx";
import { PageHeading } from "../../../ui/page-heading.tsx";
import { UploadCards } from "./upload-cards.tsx";
import { type Upload, UploadView } from "./upload-view.tsx";
import { bytesText, lengthText } from "./upload-words.ts";
import { useUploadList } from "./use-upload-list.ts";
import classes from "./training-videos.module.css";
import { VideoPlayer } from "./video-player.tsx";

const only = (): UploadCategory => "Training Videos";

/** Training videos as cards; one that is opened plays over the page. */
export function TrainingVideosScreen() {
  const { list, uploads } = useUploadList(only);
  const [playing, setPlaying] = useState<Upload | null>(null);
  return (
    <div className={classes.page}>
      <PageHeading title="Training videos" area="Office" />
      <div className={classes.search}>
        <SearchBox
          label="Search training videos"
          value={list.search}
          onSearch={(search) => list.change({ search })}
        />
      </div>
      <UploadCards
        label="videos"
        list={list}
        answer={uploads}
        emptyText="The office has not uploaded any. They stand here as soon as it does."
        renderCard={(upload) => (
          <VideoCard key={upload.id} upload={upload} onPlay={() => setPlaying(upload)} />
        )}
      />
      {playing && <VideoPlayer upload={playing} onClose={() => setPlaying(null)} />}
    </div>
  );
}

function VideoCard(props: { upload: Upload; onPlay: () => void }) {
  const { upload } = props;
  const { title, seconds, bytes, description } = upload;
  const facts =
    seconds === null ? bytesText(bytes) : `${lengthText(seconds)} · ${bytesText(bytes)}`;
  return (
    <li>
      <button
        type="button"
        className={classes.card}
        aria-label={`Play ${title}, ${facts}`}
        onClick={props.onPlay}
      >
        <span className={classes.poster}>
          <UploadView upload={upload} />
          <span className={classes.sign}>
            <IconPlayerPlayFilled size={22} aria-hidden="true" />
          </span>
        </span>
        <span className={classes.words}>
          <span className={classes.title}>{title}</span>
          <span className={classes.muted}>{facts}</span>
          {description && <span>{description}</span>}
        </span>
      </button>
    </li>
  );
}
