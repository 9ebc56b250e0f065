import { screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, describe, expect, test, vi } from "vitest";
import { renderWithApi } from "../../testing/render.tsx";
import { PictureField } from "./picture-field.tsx";

const user = userEvent.setup({ delay: null });
const picture = new File(["a picture"], "bottle.png", { type: "image/png" });

afterEach(() => vi.unstubAllGlobals());

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

describe("a picture of a form", () => {
  test("is uploaded once it is chosen, and the form holds its number", async () => {
    const { send, onChange } = show(async () => Response.json({ success: true, id: 12 }));
    await choose();
    await vi.waitFor(() => expect(onChange).toHaveBeenCalledWith("12"));
    expect(send).toHaveBeenCalledWith("/api/upload/save/-1", expect.anything());
  });

  test("that is refused says E001 and why", async () => {
    const words = "This picture cannot be read. Please save it as JPEG or PNG and try again.";
    const { onChange } = show(async () => Response.json({ success: false, error: words }));
    await choose();
    expect((await screen.findByRole("alert")).textContent).toBe(`E001: ${words}`);
    expect(onChange).not.toHaveBeenCalled();
  });

  test("that did not arrive says so", async () => {
    show(async () => {
      throw new TypeError("Failed to fetch");
    });
    await choose();
    expect((await screen.findByRole("alert")).textContent).toMatch(/^E001: We could not reach/);
  });
});
