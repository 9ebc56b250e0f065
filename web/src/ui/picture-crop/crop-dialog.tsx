import { Button } from "@mantine/core";
import { type PointerEvent, useEffect, useId, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { Dialog } from "../dialog.tsx";
import { type Crop, fillingZoom, moved, turned, wholePicture, zoomed, zoomMax } from "./crop.ts";
import classes from "./crop-dialog.module.css";
import { croppedFile, drawCrop, paperOf } from "./draw-crop.ts";

const frameSide = 640;
const step = 0.05;
const ways = [
  ["Left", "←", -step, 0],
  ["Up", "↑", 0, -step],
  ["Down", "↓", 0, step],
  ["Right", "→", step, 0],
] as const;

type Chosen = Readonly<{ file: File; picture: ImageBitmap }>;

/** Which part of a picture is shown, and which way up: by dragging, by buttons and by keys. */
export function CropDialog(props: {
  chosen: Chosen;
  onDone: (file: File) => void;
  onClose: () => void;
}) {
  const { file, picture } = props.chosen;
  const [crop, setCrop] = useState<Crop>(wholePicture);
  const [isBusy, setBusy] = useState(false);
  const finish = async () => {
    setBusy(true);
    props.onDone((await croppedFile(file, picture, crop)) ?? file);
  };
  // Outside of the form that it belongs to, which Enter in the slider would send.
  return createPortal(
    <Dialog title="Which part is shown" onClose={props.onClose}>
      <div className={classes.parts}>
        <Frame picture={picture} paper={paperOf(file)} crop={crop} onCrop={setCrop} />
        <Zoom picture={picture} crop={crop} onCrop={setCrop} />
        <div className={classes.row} role="group" aria-label="Move and turn">
          {ways.map(([name, sign, x, y]) => (
            <Button
              key={name}
              variant="default"
              className={classes.small ?? ""}
              aria-label={`Move ${name.toLowerCase()}`}
              onClick={() => setCrop((before) => moved(picture, before, { x, y }))}
            >
              {sign}
            </Button>
          ))}
          <Button variant="default" onClick={() => setCrop(turned)}>
            Turn right
          </Button>
        </div>
        <div className={classes.row}>
          <Button loading={isBusy} onClick={() => void finish()}>
            Use this part
          </Button>
          <Button variant="default" onClick={() => props.onDone(file)}>
            Use it as it is
          </Button>
        </div>
      </div>
    </Dialog>,
    document.body,
  );
}

type PartProps = {
  picture: ImageBitmap;
  crop: Crop;
  onCrop: (change: (before: Crop) => Crop) => void;
};

function Frame({ picture, paper, crop, onCrop }: PartProps & { paper: string | null }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    if (canvas.current) drawCrop(canvas.current, picture, crop, paper);
  }, [picture, paper, crop]);
  const drag = (event: PointerEvent<HTMLCanvasElement>) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const side = event.currentTarget.clientWidth;
    const by = { x: event.movementX / side, y: event.movementY / side };
    onCrop((before) => moved(picture, before, by));
  };
  return (
    <canvas
      ref={canvas}
      className={classes.frame}
      width={frameSide}
      height={frameSide}
      role="img"
      aria-label={`The picture in its frame: ${inWords(crop)}`}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={drag}
    />
  );
}

function Zoom({ picture, crop, onCrop }: PartProps) {
  const id = useId();
  const zoomTo = (zoom: number) => onCrop((before) => zoomed(picture, before, zoom));
  return (
    <div className={classes.zoom}>
      <label htmlFor={id}>Zoom</label>
      <input
        id={id}
        type="range"
        min={100}
        max={zoomMax * 100}
        step={5}
        value={Math.round(crop.zoom * 100)}
        aria-valuetext={inWords(crop)}
        onChange={(event) => zoomTo(Number(event.currentTarget.value) / 100)}
      />
      <div className={classes.row}>
        <Button variant="default" onClick={() => zoomTo(1)}>
          Show all
        </Button>
        <Button variant="default" onClick={() => zoomTo(fillingZoom(picture))}>
          Fill the frame
        </Button>
      </div>
    </div>
  );
}

function inWords({ zoom, turns }: Crop): string {
  const size = `${Math.round(zoom * 100)} %`;
  return turns === 0 ? size : `${size}, turned by ${turns * 90} degrees`;
}
