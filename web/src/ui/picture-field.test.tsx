import { screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, describe, expect, test, vi } from "vitest";
import { renderWithApi } from "../testing/render.tsx";
// Preloaded, so that no test waits for the lazy part.
import "./picture-crop/crop-dialog.tsx";
import { PictureField } from "./picture-field.tsx";

const user = userEvent.setup({ delay: null });
const picture = new File(["a picture"], "bottle.png", { type: "image/png" });

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** A form that keeps the field's value. */
function show(answer: () => Promise<Response>) {
  const send = vi.fn<typeof fetch>(answer);
  vi.stubGlobal("fetch", send);
  const onChange = vi.fn<(id: number | null) => void>();
  renderWithApi(<PictureField label="Picture" id="picture" value={null} onChange={onChange} />, {});
  return { send, onChange };
}

const choose = () => user.upload(screen.getByLabelText("Picture", { selector: "input" }), picture);

/** The browser can decode the picture, so the crop dialog opens. */
function readsPictures() {
  const close = vi.fn<() => void>();
  // jsdom has no canvas; a browser journey checks the result.
  vi.spyOn(HTMLCanvasElement.prototype, "getContext").mockReturnValue(null);
  vi.stubGlobal("createImageBitmap", async () => ({ width: 800, height: 500, close }));
  return { close };
}

describe("the crop dialog", () => {
  // shows S2.38
  test("opens before the upload; without cropping the file itself is sent", async () => {
    const { close } = readsPictures();
    const { send, onChange } = show(async () => Response.json({ success: true, id: 12 }));
    await choose();
    await screen.findByRole("dialog", { name: "Crop picture" });
    expect(send).not.toHaveBeenCalled();
    await user.click(screen.getByRole("button", { name: "Use full picture" }));
    await vi.waitFor(() => expect(onChange).toHaveBeenCalledWith(12));
    const body = send.mock.calls[0]?.[1]?.body;
    const sent = body instanceof FormData ? body.get("file") : null;
    expect(sent instanceof File && (await sent.text())).toBe("a picture");
    expect(close).toHaveBeenCalledOnce();
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  test("zooms, moves and rotates by buttons and keys, with the result in words", async () => {
    readsPictures();
    show(async () => Response.json({ success: true, id: 12 }));
    await choose();
    await user.click(await screen.findByRole("button", { name: "Fill frame" }));
    screen.getByRole("group", { name: "Picture: 160%" });
    for (const way of ["left", "up", "down", "right"])
      await user.click(screen.getByRole("button", { name: `Move ${way}` }));
    await user.click(screen.getByRole("button", { name: "Turn right" }));
    expect(screen.getByRole("slider", { name: "Zoom" }).getAttribute("aria-valuetext")).toBe(
      "160%, turned by 90 degrees",
    );
  });

  test("sends nothing when it is closed", async () => {
    const { close } = readsPictures();
    const { send, onChange } = show(async () => Response.json({ success: true, id: 12 }));
    await choose();
    await user.click(await screen.findByRole("button", { name: "Close" }));
    expect(screen.queryByRole("dialog")).toBeNull();
    expect([send.mock.calls, onChange.mock.calls]).toEqual([[], []]);
    expect(close).toHaveBeenCalledOnce();
  });
});

describe("the picture field", () => {
  test("uploads the chosen picture, and sets its id as the value", async () => {
    const { send, onChange } = show(async () => Response.json({ success: true, id: 12 }));
    await choose();
    await vi.waitFor(() => expect(onChange).toHaveBeenCalledWith(12));
    expect(send).toHaveBeenCalledWith("/api/upload/save/-1", expect.anything());
  });

  // shows S8.24
  test("shows E001 and the reason of a refusal", async () => {
    const words = "We could not read this picture. Save it as JPEG or PNG and try again.";
    const { onChange } = show(async () => Response.json({ success: false, error: words }));
    await choose();
    expect((await screen.findByRole("alert")).textContent).toBe(`E001: ${words}`);
    expect(onChange).not.toHaveBeenCalled();
  });

  // shows S8.24
  test.each(["errorMsg", "reason"])("shows E001 and a refusal's %s", async (field) => {
    const words = "This picture is too large.";
    show(async () => Response.json({ success: false, [field]: words }));
    await choose();
    expect((await screen.findByRole("alert")).textContent).toBe(`E001: ${words}`);
  });

  test("does not blame the connection for a bare 500", async () => {
    show(async () => new Response("", { status: 500 }));
    await choose();
    expect((await screen.findByRole("alert")).textContent).toMatch(
      /^E001: An error occurred on our side/,
    );
  });

  test("shows that the connection failed", async () => {
    show(async () => {
      throw new TypeError("Failed to fetch");
    });
    await choose();
    expect((await screen.findByRole("alert")).textContent).toMatch(/^E001: We could not reach/);
  });
});
