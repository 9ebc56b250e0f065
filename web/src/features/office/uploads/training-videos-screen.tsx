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
import { z } from "zod";
import { api } from "../../../api/api.ts";
import { ModalDialog } from "../../../ui/modal-dialog.tsx";
import { Notice } from "../../../ui/feedback.tsx";
import { SearchBox } from "../../../ui/list/list-controls.tsx";
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

/** Training videos as cards; one that is opened plays over the page. */
export function TrainingVideosScreen() {
  const { list, uploads } = useUploadList(only);
  const [playing, setPlaying] = useState<Upload | null>(null);
  return (
    <Stack>
      <PageHeader title="Training videos" />
      <div>
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

/** Plays one video, from where it was left and as fast as last time; the first play is a view. */
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
    keepSpeed(chosen);
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
        {description && <Text>{description}</Text>}
        {hasCaptions && <Transcript id={id} />}
      </Stack>
    </ModalDialog>
  );
}

function CannotPlay({ id }: Pick<Upload, "id">) {
  return (
    <Notice tone="bad">
      <p>
        This video cannot play here, <a href={fileUrl(id)}>download instead</a>.
      </p>
    </Notice>
  );
}

function Transcript({ id }: Pick<Upload, "id">) {
  return (
    <div>
      <Anchor href={transcriptUrl(id)} target="_blank" rel="noreferrer">
        Transcript
      </Anchor>
    </div>
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
const placeKey = (id: number) => `video-place-${id}`;
/** Who stopped this close to the end has seen it, and begins anew. */
const endSeconds = 5;

export function readSpeed(): Speed {
  const known = z.enum(speeds).safeParse(stored(speedKey));
  return known.success ? known.data : "1";
}

function keepSpeed(speed: Speed): void {
  store(speedKey, speed);
}

/** Where this browser stopped watching, in seconds. */
export function readPlace(id: number): number {
  const seconds = Number(stored(placeKey(id)));
  return Number.isFinite(seconds) && seconds > 0 ? seconds : 0;
}

export function keepPlace(id: number, seconds: number, duration: number): void {
  const isSeen = Number.isFinite(duration) && seconds > duration - endSeconds;
  store(placeKey(id), isSeen ? "0" : String(Math.floor(seconds)));
}

/** A browser that keeps nothing plays all the same. */
function stored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function store(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Full or forbidden: next time it begins at its beginning.
  }
}
