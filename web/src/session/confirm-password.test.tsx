import { act, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { renderWithApi } from "../testing/render.tsx";
import { askForPassword } from "./confirm-password.tsx";

const cancels = vi.hoisted(() => new Array<() => void>());

vi.mock("./confirm-password-dialog.tsx", () => ({
  ConfirmPasswordDialog: (props: { onCancel: () => void }) => {
    cancels.push(props.onCancel);
    return <p>Confirm your password</p>;
  },
}));

test("a question that is closed twice leaves the next one open", async () => {
  renderWithApi(null, {});
  const first = askForPassword();
  await screen.findByText("Confirm your password");
  const [cancelFirst] = cancels;
  act(() => cancelFirst?.());
  expect(await first).toBe(false);
  expect(screen.queryByText("Confirm your password")).toBeNull();

  const second = askForPassword();
  await screen.findByText("Confirm your password");
  act(() => cancelFirst?.());
  expect(screen.getByText("Confirm your password")).toBeTruthy();
  act(() => cancels.at(-1)?.());
  expect(await second).toBe(false);
});
