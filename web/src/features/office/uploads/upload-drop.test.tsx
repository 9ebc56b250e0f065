import { screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { renderWithApi } from "../../../testing/render.tsx";
import { UploadDrop } from "./upload-drop.tsx";

const user = userEvent.setup();
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** Answers each upload at once; the browser of the tests never loads a frame, so a poster stays unfinished. */
class SavedAtOnce extends EventTarget {
  upload = new EventTarget();
  responseText = JSON.stringify({ success: true, id: 7 });
  open() {}
  abort() {
    this.dispatchEvent(new Event("abort"));
  }
  send() {
    this.dispatchEvent(new Event("load"));
  }
}

test("a video that is saved can no longer be cancelled while its poster is made", async () => {
  vi.stubGlobal("XMLHttpRequest", SavedAtOnce);
  vi.spyOn(URL, "createObjectURL").mockReturnValue("blob:video");
  renderWithApi(<UploadDrop category="Training Videos" onSaved={() => {}} />, {});

  const video = new File(["frames"], "First order.mp4", { type: "video/mp4" });
  await user.upload(screen.getByLabelText("Files to upload"), video);

  expect(await screen.findByText("Saved!")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Cancel First order.mp4" })).toBeNull();
});
