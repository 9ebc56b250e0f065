import { render, screen } from "@testing-library/react";
import { MantineProvider } from "@mantine/core";
import { userEvent } from "@testing-library/user-event";
import { expect, test } from "vitest";
import { PasswordField } from "./password-field.tsx";

const user = userEvent.setup({ delay: null });

test("a password is hidden, and can be shown and hidden again", async () => {
  render(
    <MantineProvider env="test">
      <PasswordField label="Password" />
    </MantineProvider>,
  );
  const field = screen.getByLabelText<HTMLInputElement>("Password");
  const show = screen.getByRole("button", { name: "Show password", pressed: false });
  await user.type(field, "Demo-1234!");
  expect(field.type).toBe("password");

  await user.click(show);
  expect(field.type).toBe("text");
  expect(field.value).toBe("Demo-1234!");
  expect(show.getAttribute("aria-pressed")).toBe("true");

  await user.click(show);
  expect(field.type).toBe("password");
});
