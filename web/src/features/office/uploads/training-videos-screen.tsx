import {
  Anchor,
  Box,
  Card,
  Group,
  SegmentedControl,
  Stack,
  Text,
  UnstyledButton,
  VisuallyHidden,
} from "@mantine/core";
import {
  captionsUrl,
  fileUrl,
  transcriptUrl,
  type UploadCategory,
  videoUrl,
} from "@portal/shared/office/uploads.ts";
import { IconPlayerPlayFilled } from "@tabler/icons-react";
import { useRef, useState } from "react";
import { api } from "../../../api/api.ts";
import { readStored, writeStored } from "../../../session/store.ts";
import { ModalDialog } from "../../../ui/modal-dialog.tsx";
import { Notice } from "../../../ui/feedback.tsx";
import { ListSearch } from "../../../ui/list/list-search.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import {
  bytesText,
  lengthText,
  type Upload,
  UploadCards,
  UploadView,
  useUploadList,
} from "./upload-cards.tsx";
import classes from "./uploads.module.css";

const only = (): UploadCategory => "Training Videos";

export function TrainingVideosScreen() {
  const { list, uploads } = useUploadList(only);
  const [playing, setPlaying] = useState<Upload | null>(null);
  return (
    <Stack>
      <PageHeader title="Training videos" />
      <div>
        <ListSearch list={list} label="Search training videos" />
      </div>
      <UploadCards
        label="videos"
        list={list}
        answer={uploads}
        emptyText="New videos appear here."
        renderCard={(upload) => (
          <VideoCard key={upload.id} upload={upload} onPlay={() => setPlaying(upload)} />
        )}
      />
      {playing && <VideoPlayer upload={playing} onClose={() => setPlaying(null)} />}
    </Stack>
  );
}

function VideoCard(props: { upload: Upload; onPlay: () => void }) {
  const { upload } = props;
  const { title, seconds, bytes, description } = upload;
  const facts =
    seconds === null ? bytesText(bytes) : `${lengthText(seconds)} · ${bytesText(bytes)}`;
  return (
    <Card component="li" p={0}>
      <UnstyledButton w="100%" h="100%" onClick={props.onPlay}>
        <Box component="span" pos="relative" display="block">
          <UploadView upload={upload} />
          <span className={`${classes.sign} on-ink`}>
            <IconPlayerPlayFilled size={22} aria-hidden="true" />
          </span>
        </Box>
        <Box component="span" display="block" p="md">
          <Text component="span" display="block" fw={650}>
            <VisuallyHidden>Play</VisuallyHidden> {title}
          </Text>
          <Text component="span" display="block" size="sm" c="dimmed">
            {facts}
          </Text>
          {description && (
            <Text component="span" display="block" size="sm">
              {description}
            </Text>
          )}
        </Box>
      </UnstyledButton>
    </Card>
  );
}

/** Continues at the last position and speed. The first play is logged as a view. */
function VideoPlayer(props: { upload: Upload; onClose: () => void }) {
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
    writeStored("localStorage", speedKey, chosen);
    if (video.current) video.current.playbackRate = Number(chosen);
  };
  return (
    <ModalDialog shape="wide" title={title} onClose={props.onClose}>
      <Stack>
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
            const position = readPosition(id);
            if (position > 0 && position < currentTarget.duration)
              currentTarget.currentTime = position;
          }}
          onTimeUpdate={({ currentTarget }) =>
            keepPosition(id, currentTarget.currentTime, currentTarget.duration)
          }
          onError={() => setBroken(true)}
        >
          {hasCaptions && (
            <track kind="captions" src={captionsUrl(id)} srcLang="en" label="Captions" default />
          )}
        </video>
        <SpeedChoice speed={speed} onChosen={choose} />
        {isBroken && (
          <Notice tone="bad">
            <p>
              This video cannot play here, <a href={fileUrl(id)}>download instead</a>.
            </p>
          </Notice>
        )}
        {description && <Text>{description}</Text>}
        {hasCaptions && (
          <div>
            <Anchor href={transcriptUrl(id)} target="_blank" rel="noreferrer">
              Transcript
            </Anchor>
          </div>
        )}
      </Stack>
    </ModalDialog>
  );
}

function SpeedChoice(props: { speed: Speed; onChosen: (speed: Speed) => void }) {
  return (
    <Group gap="sm">
      <Text component="span" size="sm" id="video-speed">
        Speed
      </Text>
      <SegmentedControl
        aria-labelledby="video-speed"
        size="sm"
        data={speeds.map((value) => ({ value, label: `${value}×` }))}
        value={props.speed}
        onChange={props.onChosen}
      />
    </Group>
  );
}

/** The speeds of the specification (section 9). */
const speeds = ["0.7", "1", "1.5", "2"] as const;
type Speed = (typeof speeds)[number];

const speedKey = "video-speed";
const positionKey = (id: number) => `video-place-${id}`;
/** A video stopped this close to its end counts as watched, and starts from the beginning next time. */
const endSeconds = 5;

export function readSpeed(): Speed {
  const stored = readStored("localStorage", speedKey);
  return speeds.find((known) => known === stored) ?? "1";
}

/** Where this browser stopped watching, in seconds. */
export function readPosition(id: number): number {
  const seconds = Number(readStored("localStorage", positionKey(id)));
  return Number.isFinite(seconds) && seconds > 0 ? seconds : 0;
}

export function keepPosition(id: number, seconds: number, duration: number): void {
  const isWatched = Number.isFinite(duration) && seconds > duration - endSeconds;
  writeStored("localStorage", positionKey(id), isWatched ? "0" : String(Math.floor(seconds)));
}
