import "@mantine/core/styles/FloatingIndicator.layer.css";
import "@mantine/core/styles/SegmentedControl.layer.css";
import { SegmentedControl } from "@mantine/core";
import { captionsUrl, fileUrl, transcriptUrl, videoUrl } from "@portal/shared/office/uploads.ts";
import { useRef, useState } from "react";
import { api } from "../../../api/api.ts";
import { Dialog } from "../../../ui/dialog.tsx";
import { Notice } from "../../../ui/notice.tsx";
import type { Upload } from "./upload-view.tsx";
import classes from "./training-videos.module.css";
import { keepPlace, keepSpeed, readPlace, readSpeed, type Speed, speeds } from "./watched.ts";

/** Plays one video, from where it was left and as fast as last time; the first play is a view. */
export function VideoPlayer(props: { upload: Upload; onClose: () => void }) {
  const { id, title, description, hasPoster, hasCaptions, version } = props.upload;
  const video = useRef<HTMLVideoElement>(null);
  const isLogged = useRef(false);
  const [speed, setSpeed] = useState(readSpeed);
  const [isBroken, setBroken] = useState(false);
  const logAccess = api.uploads.logAccess.useMutation();

  const begin = () => {
    if (video.current) video.current.playbackRate = Number(speed);
    if (isLogged.current) return;
    isLogged.current = true;
    logAccess.mutate({ id });
  };
  const choose = (chosen: Speed) => {
    setSpeed(chosen);
    keepSpeed(chosen);
    if (video.current) video.current.playbackRate = Number(chosen);
  };
  return (
    <Dialog shape="wide" title={title} onClose={props.onClose}>
      <div className={classes.player}>
        <video
          ref={video}
          className={classes.video}
          src={videoUrl(id)}
          {...(hasPoster ? { poster: `/resources/images/${id}?w=960&v=${version}` } : {})}
          aria-label={title}
          controls
          playsInline
          preload="none"
          onPlay={begin}
          onLoadedMetadata={({ currentTarget }) => {
            const place = readPlace(id);
            if (place > 0 && place < currentTarget.duration) currentTarget.currentTime = place;
          }}
          onTimeUpdate={({ currentTarget }) =>
            keepPlace(id, currentTarget.currentTime, currentTarget.duration)
          }
          onError={() => setBroken(true)}
        >
          {hasCaptions && (
            <track kind="captions" src={captionsUrl(id)} srcLang="en" label="Captions" default />
          )}
        </video>
        <SpeedChoice speed={speed} onChosen={choose} />
        {isBroken && <CannotPlay id={id} />}
        {description && <p>{description}</p>}
        {hasCaptions && <Transcript id={id} />}
      </div>
    </Dialog>
  );
}

function CannotPlay({ id }: Pick<Upload, "id">) {
  return (
    <Notice tone="bad">
      <p>
        Cannot play, <a href={fileUrl(id)}>download instead</a>.
      </p>
    </Notice>
  );
}

function Transcript({ id }: Pick<Upload, "id">) {
  return (
    <p>
      <a href={transcriptUrl(id)} target="_blank" rel="noreferrer">
        Transcript
      </a>
    </p>
  );
}

function SpeedChoice(props: { speed: Speed; onChosen: (speed: Speed) => void }) {
  return (
    <div className={classes.below}>
      <span id="video-speed">Speed</span>
      <SegmentedControl
        aria-labelledby="video-speed"
        data={speeds.map((value) => ({ value, label: `${value}×` }))}
        value={props.speed}
        onChange={props.onChosen}
        classNames={{
          root: classes.segments ?? "",
          indicator: classes.indicator ?? "",
          label: classes.segment ?? "",
        }}
      />
    </div>
  );
}
