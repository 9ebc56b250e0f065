import fc from "fast-check";
import { expect, test } from "vitest";
import {
  fillingZoom,
  keptSide,
  moved,
  shownSize,
  turned,
  wholePicture,
  zoomed,
  zoomMax,
} from "./crop.ts";

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

const side = fc.integer({ min: 1, max: 12_000 });
const step = fc.oneof(
  fc.record({
    x: fc.double({ min: -2, max: 2, noNaN: true }),
    y: fc.double({ min: -2, max: 2, noNaN: true }),
  }),
  fc.double({ min: 0, max: 9, noNaN: true }),
  fc.constant("turn" as const),
);

test("whatever is done, the frame is never emptier than it must be, and four turns are none", () => {
  fc.assert(
    fc.property(fc.record({ width: side, height: side }), fc.array(step), (size, steps) => {
      let crop = wholePicture;
      for (const each of steps) {
        if (each === "turn") crop = turned(crop);
        else if (typeof each === "number") crop = zoomed(size, crop, each);
        else crop = moved(size, crop, each);
      }
      const shown = shownSize(size, crop);
      expect(crop.zoom).toBeGreaterThanOrEqual(1);
      expect(crop.zoom).toBeLessThanOrEqual(zoomMax);
      for (const [offset, length] of [
        [crop.x, shown.width],
        [crop.y, shown.height],
      ] as const)
        expect(Math.abs(offset)).toBeLessThanOrEqual(Math.max(0, (length - 1) / 2) + 1e-9);
      const round = turned(turned(turned(turned(crop))));
      expect([round.turns, round.x + 0, round.y + 0]).toEqual([crop.turns, crop.x + 0, crop.y + 0]);
    }),
  );
});
