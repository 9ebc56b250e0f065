import { expect, test } from "vitest";
import {
  type Crop,
  fillingZoom,
  keptSide,
  moved,
  shownSize,
  type Size,
  turned,
  wholePicture,
  zoomed,
  zoomMax,
} from "./crop-dialog.tsx";

const wide = { width: 1600, height: 800 };

test("at first all of the picture is shown, in the middle", () => {
  expect(shownSize(wide, wholePicture)).toEqual({ width: 1, height: 0.5 });
});

test("where it does not fill the frame it cannot be moved away", () => {
  expect(moved(wide, wholePicture, { x: 1, y: 1 })).toEqual(wholePicture);
});

test("filled, it can be moved to its edges and no further", () => {
  const filled = zoomed(wide, wholePicture, fillingZoom(wide));
  expect(shownSize(wide, filled)).toEqual({ width: 2, height: 1 });
  expect(moved(wide, filled, { x: -9, y: 0.1 })).toMatchObject({ x: -0.5, y: 0 });
});

test("zooming keeps what is in the middle there", () => {
  const right = moved(wide, zoomed(wide, wholePicture, 2), { x: -0.25, y: 0 });
  expect(zoomed(wide, right, 4)).toMatchObject({ x: -0.5, y: 0 });
});

test("what was at the top is at the right after a turn", () => {
  const top = moved(wide, zoomed(wide, wholePicture, 4), { x: 0, y: 0.5 });
  expect(turned(top)).toMatchObject({ turns: 1, x: -0.5, y: 0 });
});

test("no pixel is made up, and no more are kept than anybody is sent", () => {
  expect(keptSide(wide, zoomed(wide, wholePicture, 2), 1600)).toBe(800);
  expect(keptSide({ width: 9000, height: 10 }, wholePicture, 1600)).toBe(1600);
  expect(keptSide({ width: 1, height: 1 }, { ...wholePicture, zoom: 4 }, 1600)).toBe(1);
});

type Step = (size: Size, crop: Crop) => Crop;
const steps: readonly Step[] = [
  (size, crop) => moved(size, crop, { x: 2, y: -0.3 }),
  (size, crop) => moved(size, crop, { x: -0.07, y: 2 }),
  (size, crop) => zoomed(size, crop, 2.5),
  (size, crop) => zoomed(size, crop, 9),
  (size, crop) => zoomed(size, crop, 0),
  (_size, crop) => turned(crop),
];
const threeSteps = steps.flatMap((one) =>
  steps.flatMap((two) => steps.map((three) => [one, two, three])),
);

test.each([
  { width: 1600, height: 800 },
  { width: 3, height: 4 },
  { width: 9000, height: 10 },
  { width: 1, height: 1 },
])("whatever is done to $width by $height, the frame is never emptier than it must be", (size) => {
  for (const three of threeSteps) {
    const crop = three.reduce((before, step) => step(size, before), wholePicture);
    const shown = shownSize(size, crop);
    expect(crop.zoom).toBeGreaterThanOrEqual(1);
    expect(crop.zoom).toBeLessThanOrEqual(zoomMax);
    expect(Math.abs(crop.x)).toBeLessThanOrEqual(Math.max(0, (shown.width - 1) / 2) + 1e-9);
    expect(Math.abs(crop.y)).toBeLessThanOrEqual(Math.max(0, (shown.height - 1) / 2) + 1e-9);
    expect(turned(turned(turned(turned(crop))))).toEqual(crop);
  }
});
