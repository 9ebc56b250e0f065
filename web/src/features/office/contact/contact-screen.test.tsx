import { screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { type FakeProcedure, LostLine, Refusal } from "../../../testing/fake-api.ts";
import { renderWithApi } from "../../../testing/render.tsx";
import { someSettings } from "../../../testing/some-settings.ts";
import { ContactScreen } from "./contact-screen.tsx";

type Submit = FakeProcedure<"contact", "submit">;

const user = userEvent.setup({ delay: null });
const taken: Submit = () => ({ received: true });

beforeEach(() => {
  // No challenge: the browser journeys cover the captcha.
  vi.spyOn(globalThis, "fetch").mockImplementation(async () => new Response(null, { status: 204 }));
});

async function show(submit: Submit = taken, about = "general", settings = someSettings) {
  renderWithApi(
    <ContactScreen />,
    { contact: { submit }, settings: { public: () => settings } },
    { path: `/contact-us?about=${about}`, pattern: "/contact-us" },
  );
  await screen.findByRole("heading", { name: "Contact us" });
  // The rules of the region arrive.
  await new Promise((resolve) => setTimeout(resolve, 0));
}

const type = async (label: string | RegExp, text: string) =>
  user.type(screen.getByLabelText(label), text);
const send = async () => user.click(screen.getByRole("button", { name: "Send" }));
const problems = () =>
  within(screen.getByRole("alert"))
    .getAllByRole("link")
    .map((link) => link.textContent);

async function writeGeneral() {
  await type(/^Email/, "Thandi@Example.test ");
  await type(/^Your message/, "It came in two days.");
}

describe("the contact form", () => {
  test.each([
    ["general", ["Please enter a valid email.", "Please enter a message."]],
    [
      "experience",
      [
        "Please enter your name.",
        "Please enter a valid email.",
        "Please enter your age.",
        "Please enter a message.",
      ],
    ],
    [
      "distributor",
      [
        "Please enter your name.",
        "Please enter your surname.",
        "Please enter a valid email.",
        "Please enter a 10 digit cell number e.g 0821234567.",
        "Town you live in: Please complete",
        "Where did you hear about us? Please complete",
        "Please enter your motivation.",
      ],
    ],
  ])("asks as %s for what the specification says", async (about, messages) => {
    const submit = vi.fn<Submit>(taken);
    await show(submit, about);
    await send();
    for (const message of messages)
      expect(problems().some((problem) => problem.endsWith(message))).toBe(true);
    expect(submit).not.toHaveBeenCalled();
  });

  test("keeps what is typed before the region is known, and then checks by its rules", async () => {
    const settings = Promise.withResolvers<typeof someSettings>();
    renderWithApi(
      <ContactScreen />,
      { contact: { submit: taken }, settings: { public: () => settings.promise } },
      { path: "/contact-us?about=distributor", pattern: "/contact-us" },
    );
    await type(/^Your motivation/, "I like it.");

    settings.resolve({ ...someSettings, region: "uk" });
    await screen.findByLabelText(/^Mobile number/);
    expect(screen.getByLabelText(/^Your motivation/)).toHaveProperty("value", "I like it.");
    await send();
    expect(problems()).toContainEqual(expect.stringMatching(/enter a valid UK mobile number\.$/));
  });

  // shows S2.39, S4.16
  test("is sent once, and then shows the confirmation", async () => {
    const submit = vi.fn<Submit>(taken);
    await show(submit);
    await writeGeneral();
    await send();

    expect(await screen.findByRole("heading", { name: "Thank you for your message" })).toBeTruthy();
    expect(screen.getByText(/thandi@example\.test/)).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Send" })).toBeNull();
    expect(submit.mock.calls).toEqual([
      [
        {
          commandId: expect.stringMatching(/^[0-9a-f-]{36}$/),
          source: "general",
          email: "thandi@example.test",
          name: "",
          text: "It came in two days.",
        },
      ],
    ]);
  });

  // shows S5.17
  test("asks only existing customers for the order number", async () => {
    const submit = vi.fn<Submit>(taken);
    await show(submit, "distributor");
    await type(/^Name/, "Thandi");
    await type(/^Surname/, "Mokoena");
    await type(/^Email/, "thandi@example.test");
    await type(/^Cell number/, "082 123 4567");
    await type(/^Town/, "Paarl");
    await type(/^Where/, "A friend");
    await type(/^Your motivation/, "I know many people");
    await send();
    expect(problems()).toEqual(["Have you ordered from us before? Please complete"]);
    expect(screen.queryByLabelText(/^Order number/)).toBeNull();

    await user.click(screen.getByRole("radio", { name: "Yes" }));
    await send();
    expect(problems()).toEqual(["Please enter a valid order number."]);
    await type(/^Order number/, "RH10421");
    await send();
    await screen.findByText(/We’ll reply as soon as we can/);
    expect(submit.mock.calls[0]?.[0]).toMatchObject({
      source: "distributor",
      cellNumber: "0821234567",
      existingCustomer: "Yes",
      orderNumber: "RH10421",
    });
  });

  test("accepts a UK number in the United Kingdom", async () => {
    await show(taken, "distributor", { ...someSettings, region: "uk" });
    await send();
    expect(problems()).toContain("Please enter a valid UK mobile number.");
  });

  test("keeps the text when another subject is chosen", async () => {
    await show();
    await writeGeneral();
    await user.click(screen.getByRole("radio", { name: "Share an experience" }));
    expect(screen.getByLabelText<HTMLTextAreaElement>(/^Your message/).value).toBe(
      "It came in two days.",
    );
    expect(screen.getByText(/We delete it after a year/)).toBeTruthy();
  });

  // shows S8.9
  test("offers an email with the text when sending failed", async () => {
    const submit = vi.fn<Submit>(() => {
      throw new Refusal("access.not-a-person");
    });
    await show(submit);
    await writeGeneral();
    await send();

    expect(await screen.findByText("Could not submit! Please email us instead!")).toBeTruthy();
    const link = screen.getByRole<HTMLAnchorElement>("link", { name: "Email help@shop.test" });
    expect(link.href).toBe(
      "mailto:help@shop.test?subject=General%20feedback&body=Email%3A%20Thandi%40Example.test%0D%0A%0D%0AIt%20came%20in%20two%20days.",
    );
  });

  test("retries with the same command id after a lost answer", async () => {
    let isGone = true;
    const submit = vi.fn<Submit>(() => {
      if (isGone) throw new LostLine();
      return { received: true };
    });
    await show(submit);
    await writeGeneral();
    await send();
    await screen.findByText("Could not submit! Please email us instead!");
    isGone = false;
    await send();
    await screen.findByText(/We’ll reply as soon as we can/);
    const [first, again] = submit.mock.calls.map(([{ commandId }]) => commandId);
    expect(again).toBe(first);
  });
});
