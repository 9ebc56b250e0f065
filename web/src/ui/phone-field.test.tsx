import { screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, test } from "vitest";
import { renderWithApi } from "../testing/render.tsx";
import { someSettings } from "../testing/some-settings.ts";
import { PhoneField } from "./phone-field.tsx";

const user = userEvent.setup({ delay: null });

describe("a phone field", () => {
  test.each([
    ["ZA", "082 123 4567", "082 999 9999"],
    ["GB", "07400 123456", "+27 82 999 9999"],
    ["US", "(201) 555-0123", "+27 82 999 9999"],
  ] as const)("where numbers are from %s shows one like %s", async (country, example, shown) => {
    renderWithApi(<PhoneField label="Cell number" value="+27829999999" onChange={() => {}} />, {
      settings: { public: () => ({ ...someSettings, phoneCountry: country }) },
      phones: { check: () => ({ valid: true, international: "+27829999999" }) },
    });

    expect(await screen.findByPlaceholderText(example)).toBeTruthy();
    await user.click(screen.getByLabelText("Cell number"));
    await user.tab();
    expect(await screen.findByText(shown)).toBeTruthy();
  });
});
