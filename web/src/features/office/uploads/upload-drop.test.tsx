import { screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import type { UploadCategory } from "@portal/shared/office/uploads.ts";
import { useState } from "react";
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
  send(_form?: FormData) {
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

function TwoTabs(props: { onSaved: () => void }) {
  const [category, setCategory] = useState<UploadCategory>("Documents");
  return (
    <>
      <button onClick={() => setCategory("Photos")}>Photos</button>
      <UploadDrop category={category} onSaved={props.onSaved} />
    </>
  );
}

test("an upload goes on, to its category, while another category is shown", async () => {
  const sent: (FormDataEntryValue | null)[] = [];
  const answers: (() => void)[] = [];
  class Slow extends SavedAtOnce {
    override send(form?: FormData) {
      sent.push(form?.get("category") ?? null);
      answers.push(() => this.dispatchEvent(new Event("load")));
    }
  }
  vi.stubGlobal("XMLHttpRequest", Slow);
  const onSaved = vi.fn<() => void>();
  renderWithApi(<TwoTabs onSaved={onSaved} />, {});
  await user.upload(
    screen.getByLabelText("Files to upload"),
    new File(["x"], "Price list.pdf", { type: "application/pdf" }),
  );
  expect(await screen.findByText("Uploading")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Photos" }));
  expect(screen.getByText(/^JPEG, PNG/)).toBeTruthy();
  expect(screen.getByText("Uploading")).toBeTruthy();
  expect(onSaved).not.toHaveBeenCalled();
  for (const answer of answers) answer();
  expect(await screen.findByText("Saved!")).toBeTruthy();
  expect(sent).toEqual(["Documents"]);
  expect(onSaved).toHaveBeenCalledOnce();
});

test("a small file whose connection was lost is sent again by a press", async () => {
  const sends = ["error", "load"];
  class LostOnce extends SavedAtOnce {
    override send() {
      this.dispatchEvent(new Event(sends.shift() ?? "error"));
    }
  }
  vi.stubGlobal("XMLHttpRequest", LostOnce);
  const onSaved = vi.fn<() => void>();
  renderWithApi(<UploadDrop category="Documents" onSaved={onSaved} />, {});
  await user.upload(
    screen.getByLabelText("Files to upload"),
    new File(["x"], "Price list.pdf", { type: "application/pdf" }),
  );
  expect(
    await screen.findByText("E001: We could not reach the shop. Please try again."),
  ).toBeTruthy();
  expect(onSaved).not.toHaveBeenCalled();
  await user.click(screen.getByRole("button", { name: "Try again to upload Price list.pdf" }));
  expect(await screen.findByText("Saved!")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Try again to upload Price list.pdf" })).toBeNull();
  expect(onSaved).toHaveBeenCalledOnce();
});
