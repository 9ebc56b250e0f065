import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, describe, expect, test, vi } from "vitest";
import type { FakeProcedure } from "../../../testing/fake-api.ts";
import { renderWithApi } from "../../../testing/render.tsx";
import { aVideo } from "../../../testing/some-uploads.ts";
import {
  keepPosition,
  readPosition,
  readSpeed,
  TrainingVideosScreen,
} from "./training-videos-screen.tsx";

const user = userEvent.setup();
beforeEach(() => localStorage.clear());

async function open(changes: Partial<typeof aVideo> = {}) {
  const logAccess = vi.fn<FakeProcedure<"uploads", "logAccess">>(() => ({ id: 7 }));
  renderWithApi(<TrainingVideosScreen />, {
    uploads: {
      list: () => ({ rows: [{ ...aVideo, views: null, ...changes }], total: 1 }),
      logAccess,
    },
  });
  await user.click(await screen.findByRole("button", { name: /^Play Your first order/ }));
  const player = screen.getByRole("dialog", { name: "Your first order" });
  const video = player.querySelector("video");
  if (!video) throw new Error("there is no video");
  return { logAccess, player: within(player), video };
}

describe("a training video", () => {
  // shows S2.52, S7.38
  test("plays in the browser, and is logged once per view", async () => {
    const { video, logAccess } = await open();
    expect(video.getAttribute("src")).toBe("/resources/videos/7.mp4");
    expect(video.controls).toBe(true);
    expect(video.preload).toBe("none");
    expect(logAccess).not.toHaveBeenCalled();
    fireEvent.play(video);
    fireEvent.play(video);
    await waitFor(() => expect(logAccess).toHaveBeenCalledWith({ id: 7 }));
    expect(logAccess).toHaveBeenCalledTimes(1);
  });

  // shows S2.52, S9.23
  test("keeps the chosen speed for the next time", async () => {
    const { player, video } = await open();
    const offered = player.getAllByRole("radio").map((radio) => radio.getAttribute("value"));
    expect(offered).toEqual(["0.7", "1", "1.5", "2"]);
    await user.click(player.getByLabelText("1.5×"));
    expect(video.playbackRate).toBe(1.5);
    expect(readSpeed()).toBe("1.5");
  });

  test("has captions and a transcript, if there are any", async () => {
    const { player, video } = await open({ hasCaptions: true });
    const track = video.querySelector("track");
    expect(track?.getAttribute("src")).toBe("/resources/captions/7.vtt");
    expect(track?.getAttribute("kind")).toBe("captions");
    const transcript = player.getByRole("link", { name: "Transcript" });
    expect(transcript.getAttribute("href")).toBe("/resources/captions/7.txt");
  });

  // shows S9.23
  test("that cannot be played can be downloaded", async () => {
    const { player, video } = await open();
    fireEvent.error(video);
    const link = await player.findByRole("link", { name: "download instead" });
    expect(link.getAttribute("href")).toBe("/resources/files/7");
  });
});

describe("the position in a video", () => {
  test("is kept until the video has been watched", () => {
    keepPosition(7, 61.4, 245);
    expect(readPosition(7)).toBe(61);
    keepPosition(7, 243, 245);
    expect(readPosition(7)).toBe(0);
    localStorage.setItem("video-place-7", "nonsense");
    expect(readPosition(7)).toBe(0);
  });
});
