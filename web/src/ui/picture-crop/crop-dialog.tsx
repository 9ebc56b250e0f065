import { ActionIcon, Button, Group, Slider, Stack, Text } from "@mantine/core";
import { useElementSize } from "@mantine/hooks";
import { pictureWidths } from "@portal/shared/platform/pictures.ts";
import {
  IconArrowDown,
  IconArrowLeft,
  IconArrowRight,
  IconArrowUp,
  IconRotateClockwise,
} from "@tabler/icons-react";
import { useState } from "react";
import Cropper from "react-easy-crop";
import "react-easy-crop/react-easy-crop.css";
import { DialogActions, ModalDialog } from "../modal-dialog.tsx";
import classes from "./crop-dialog.module.css";

const step = 0.05;
/** Buttons for people who cannot drag. */
const directions = [
  { name: "left", Icon: IconArrowLeft, x: -step, y: 0 },
  { name: "up", Icon: IconArrowUp, x: 0, y: -step },
  { name: "down", Icon: IconArrowDown, x: 0, y: step },
  { name: "right", Icon: IconArrowRight, x: step, y: 0 },
] as const;

/** `url` is the object URL of the file. */
export type ChosenPicture = Readonly<{ file: File; picture: ImageBitmap; url: string }>;

/** Selects the square part of a picture that is uploaded, and turns the picture. */
export function CropDialog(props: {
  chosen: ChosenPicture;
  onDone: (file: File) => void;
  onClose: () => void;
}) {
  const { file, picture, url } = props.chosen;
  const [crop, setCrop] = useState<Crop>(wholePicture);
  const [isBusy, setBusy] = useState(false);
  const finish = async () => {
    setBusy(true);
    props.onDone((await croppedFile(file, picture, crop)) ?? file);
  };
  return (
    <ModalDialog title="Crop picture" onClose={props.onClose}>
      <Stack>
        <Frame picture={picture} url={url} crop={crop} onCrop={setCrop} />
        <Zoom picture={picture} crop={crop} onCrop={setCrop} />
        <Group gap="xs" justify="center" role="group" aria-label="Move and turn">
          {directions.map(({ name, Icon, x, y }) => (
            <ActionIcon
              key={name}
              variant="default"
              aria-label={`Move ${name}`}
              onClick={() => setCrop((before) => moved(picture, before, { x, y }))}
            >
              <Icon size={16} stroke={1.8} aria-hidden="true" />
            </ActionIcon>
          ))}
          <Button
            variant="default"
            leftSection={<IconRotateClockwise size={16} stroke={1.8} aria-hidden="true" />}
            onClick={() => setCrop(turned)}
          >
            Turn right
          </Button>
        </Group>
        <DialogActions>
          <Button variant="default" onClick={() => props.onDone(file)}>
            Use full picture
          </Button>
          <Button loading={isBusy} onClick={() => void finish()}>
            Crop
          </Button>
        </DialogActions>
      </Stack>
    </ModalDialog>
  );
}

type PartProps = {
  picture: ImageBitmap;
  crop: Crop;
  onCrop: (change: (before: Crop) => Crop) => void;
};

/** Dragging, pinching, the wheel and the arrow keys move and zoom the picture below the square frame. */
function Frame({ picture, url, crop, onCrop }: PartProps & { url: string }) {
  const { ref, width: side } = useElementSize();
  return (
    <div ref={ref} className={classes.frame} role="group" aria-label={`Picture: ${inWords(crop)}`}>
      {side > 0 && (
        <Cropper
          image={url}
          mediaProps={{ alt: "" }}
          crop={{ x: crop.x * side, y: crop.y * side }}
          zoom={crop.zoom}
          maxZoom={zoomMax}
          rotation={crop.turns * 90}
          cropSize={{ width: side, height: side }}
          // Our own limits keep the whole picture in the frame while it is smaller than that.
          restrictPosition={false}
          showGrid={false}
          disableAutomaticStylesInjection
          onCropChange={({ x, y }) =>
            onCrop((before) => movedTo(picture, before, { x: x / side, y: y / side }))
          }
          onZoomChange={(zoom) => onCrop((before) => zoomed(picture, before, zoom))}
        />
      )}
    </div>
  );
}

function Zoom({ picture, crop, onCrop }: PartProps) {
  const zoomTo = (zoom: number) => onCrop((before) => zoomed(picture, before, zoom));
  return (
    <Group align="center" gap="sm">
      <Text size="sm" fw={500} aria-hidden="true">
        Zoom
      </Text>
      <Slider
        flex="1 1 160px"
        min={100}
        max={zoomMax * 100}
        step={5}
        label={null}
        value={Math.round(crop.zoom * 100)}
        thumbLabel="Zoom"
        thumbValueText={inWords(crop)}
        onChange={(percent) => zoomTo(percent / 100)}
      />
      <Group gap="xs">
        <Button variant="default" onClick={() => zoomTo(1)}>
          Show all
        </Button>
        <Button variant="default" onClick={() => zoomTo(fillingZoom(picture))}>
          Fill frame
        </Button>
      </Group>
    </Group>
  );
}

function inWords({ zoom, turns }: Crop): string {
  const size = `${Math.round(zoom * 100)}%`;
  return turns === 0 ? size : `${size}, turned by ${turns * 90} degrees`;
}

/** A picture's width and height in pixels. */
export type Size = Readonly<{ width: number; height: number }>;

/**
 * How a picture lies under a square frame whose side is 1.
 * `zoom` 1 shows all of it; `x` and `y` are how far its middle lies from that of the frame.
 */
export type Crop = Readonly<{ turns: 0 | 1 | 2 | 3; zoom: number; x: number; y: number }>;

export const wholePicture: Crop = { turns: 0, zoom: 1, x: 0, y: 0 };
export const zoomMax = 4;
const nextTurn = [1, 2, 3, 0] as const;

/** The picture's size in sides of the frame, as it lies: turned, but not yet moved. */
export function shownSize(size: Size, { turns, zoom }: Crop): Size {
  const scale = zoom / Math.max(size.width, size.height);
  const [width, height] = [size.width * scale, size.height * scale];
  return turns % 2 === 0 ? { width, height } : { width: height, height: width };
}

/** The zoom at which nothing of the frame stays empty. */
export function fillingZoom({ width, height }: Size): number {
  return Math.min(zoomMax, Math.max(width, height) / Math.min(width, height));
}

type Offset = Readonly<{ x: number; y: number }>;

/** Moves the picture by parts of the frame's side; the frame shows no more empty space than it must. */
export function moved(size: Size, crop: Crop, by: Offset): Crop {
  return movedTo(size, crop, { x: crop.x + by.x, y: crop.y + by.y });
}

function movedTo(size: Size, crop: Crop, to: Offset): Crop {
  const shown = shownSize(size, crop);
  return { ...crop, x: within(to.x, shown.width), y: within(to.y, shown.height) };
}

/** Zooms with what is in the middle staying there. */
export function zoomed(size: Size, crop: Crop, to: number): Crop {
  const zoom = Math.min(zoomMax, Math.max(1, to));
  const ratio = zoom / crop.zoom;
  return movedTo(size, { ...crop, zoom }, { x: crop.x * ratio, y: crop.y * ratio });
}

/** Turns it to the right by a quarter, around the middle of the frame. */
export function turned(crop: Crop): Crop {
  // Zero minus, so that nothing is ever moved by minus nothing.
  return { ...crop, turns: nextTurn[crop.turns], x: 0 - crop.y, y: crop.x };
}

/** The side of what is kept, in pixels: those that the picture has, and no more than anybody is sent. */
export function keptSide({ width, height }: Size, { zoom }: Crop, sideMax: number): number {
  return Math.max(1, Math.min(sideMax, Math.round(Math.max(width, height) / zoom)));
}

function within(offset: number, length: number): number {
  const most = Math.max(0, (length - 1) / 2);
  return Math.min(most, Math.max(0 - most, offset));
}

/** Around a photograph, which knows no transparency, it is white. */
function backgroundOf(file: File): string | null {
  return file.type === "image/jpeg" ? "#FFFFFF" : null;
}

/** Draws what the frame shows, on a background of a colour or on none. */
function drawCrop(
  canvas: HTMLCanvasElement,
  picture: ImageBitmap,
  crop: Crop,
  background: string | null,
): void {
  const pen = canvas.getContext("2d");
  if (!pen) return;
  const { width: side } = canvas;
  const shown = shownSize(picture, { ...crop, turns: 0 });
  pen.clearRect(0, 0, side, side);
  if (background !== null) {
    pen.fillStyle = background;
    pen.fillRect(0, 0, side, side);
  }
  pen.save();
  pen.imageSmoothingQuality = "high";
  pen.translate((0.5 + crop.x) * side, (0.5 + crop.y) * side);
  pen.rotate((crop.turns * Math.PI) / 2);
  const [width, height] = [shown.width * side, shown.height * side];
  pen.drawImage(picture, -width / 2, -height / 2, width, height);
  pen.restore();
}

/** @returns what the frame shows as a file of its own, or null where the browser cannot make one */
async function croppedFile(file: File, picture: ImageBitmap, crop: Crop): Promise<File | null> {
  const canvas = document.createElement("canvas");
  const side = keptSide(picture, crop, Math.max(...pictureWidths));
  canvas.width = side;
  canvas.height = side;
  const background = backgroundOf(file);
  drawCrop(canvas, picture, crop, background);
  const type = background === null ? "image/png" : "image/jpeg";
  const drawn = await new Promise<Blob | null>((done) => canvas.toBlob(done, type, 0.95));
  return drawn && new File([drawn], file.name, { type: drawn.type });
}
