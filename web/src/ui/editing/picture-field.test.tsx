import { screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, describe, expect, test, vi } from "vitest";
import { renderWithApi } from "../../testing/render.tsx";
// It comes when a picture is chosen; here it is loaded before, so that no test waits for that.
import "../picture-crop/crop-dialog.tsx";
import { PictureField } from "./picture-field.tsx";

const user = userEvent.setup({ delay: null });
const picture = new File(["a picture"], "bottle.png", { type: "image/png" });

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** The form keeps what the field hands out. */
function show(answer: () => Promise<Response>) {
  const send = vi.fn<typeof fetch>(answer);
  vi.stubGlobal("fetch", send);
  const onChange = vi.fn<(value: string) => void>();
  const input = { id: "picture", value: "", error: undefined, onChange, onBlur: () => {} };
  renderWithApi(<PictureField label="Picture" help={undefined} input={input} />, {});
  return { send, onChange };
}

const choose = () => user.upload(screen.getByLabelText("Picture", { selector: "input" }), picture);

/** The browser can read the picture, and asks which part is shown. */
function readsPictures() {
  const close = vi.fn<() => void>();
  // There is nothing to draw on here; what is drawn is looked at in a journey.
  vi.spyOn(HTMLCanvasElement.prototype, "getContext").mockReturnValue(null);
  vi.stubGlobal("createImageBitmap", async () => ({ width: 800, height: 500, close }));
  return { close };
}

describe("which part of a picture is shown", () => {
  // shows S2.38
  test("is asked before it is sent; as it is, the file itself goes", async () => {
    const { close } = readsPictures();
    const { send, onChange } = show(async () => Response.json({ success: true, id: 12 }));
    await choose();
    await screen.findByRole("dialog", { name: "Crop picture" });
    expect(send).not.toHaveBeenCalled();
    await user.click(screen.getByRole("button", { name: "Use full picture" }));
    await vi.waitFor(() => expect(onChange).toHaveBeenCalledWith("12"));
    const body = send.mock.calls[0]?.[1]?.body;
    const sent = body instanceof FormData ? body.get("file") : null;
    expect(sent instanceof File && (await sent.text())).toBe("a picture");
    expect(close).toHaveBeenCalledOnce();
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  test("can be zoomed, moved and turned by buttons and keys, and is told in words", async () => {
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

  test("closing sends nothing", async () => {
    const { close } = readsPictures();
    const { send, onChange } = show(async () => Response.json({ success: true, id: 12 }));
    await choose();
    await user.click(await screen.findByRole("button", { name: "Close" }));
    expect(screen.queryByRole("dialog")).toBeNull();
    expect([send.mock.calls, onChange.mock.calls]).toEqual([[], []]);
    expect(close).toHaveBeenCalledOnce();
  });
});

describe("a picture of a form", () => {
  test("is uploaded once it is chosen, and the form holds its number", async () => {
    const { send, onChange } = show(async () => Response.json({ success: true, id: 12 }));
    await choose();
    await vi.waitFor(() => expect(onChange).toHaveBeenCalledWith("12"));
    expect(send).toHaveBeenCalledWith("/api/upload/save/-1", expect.anything());
  });

  // shows S8.24
  test("that is refused says E001 and why", async () => {
    const words = "We could not read this picture. Save it as JPEG or PNG and try again.";
    const { onChange } = show(async () => Response.json({ success: false, error: words }));
    await choose();
    expect((await screen.findByRole("alert")).textContent).toBe(`E001: ${words}`);
    expect(onChange).not.toHaveBeenCalled();
  });

  // shows S8.24
  test.each(["errorMsg", "reason"])("that is refused with %s says E001 and why", async (field) => {
    const words = "This picture is too large.";
    show(async () => Response.json({ success: false, [field]: words }));
    await choose();
    expect((await screen.findByRole("alert")).textContent).toBe(`E001: ${words}`);
  });

  test("that met a bare 500 does not blame the connection", async () => {
    show(async () => new Response("", { status: 500 }));
    await choose();
    expect((await screen.findByRole("alert")).textContent).toMatch(
      /^E001: An error occurred on our side/,
    );
  });

  test("that did not arrive says so", async () => {
    show(async () => {
      throw new TypeError("Failed to fetch");
    });
    await choose();
    expect((await screen.findByRole("alert")).textContent).toMatch(/^E001: We could not reach/);
  });
});
