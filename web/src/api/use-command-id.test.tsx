import { screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { type FakeProcedure, LostLine } from "../testing/fake-api.ts";
import { renderWithApi } from "../testing/render.tsx";
import { someOrderId } from "../testing/some-data.ts";
import { api } from "./api.ts";
import { useCommandId } from "./use-command-id.ts";

function Transfer() {
  const withCommandId = useCommandId();
  const record = api.orders.recordEft.useMutation();
  const request = { uuid: someOrderId, amount: 100, reference: "RH1", receivedOn: "2026-01-31" };
  const send = () => record.mutate(withCommandId(request));
  return (
    <button type="button" onClick={send}>
      Record {record.status}
    </button>
  );
}

// shows T25
test("the same request keeps its command id until it succeeds, and gets a new one afterwards", async () => {
  let isLost = true;
  const recordEft = vi.fn<FakeProcedure<"orders", "recordEft">>(({ uuid }) => {
    if (isLost) throw new LostLine();
    return { uuid, state: "placed", proposalId: null };
  });
  renderWithApi(<Transfer />, { orders: { recordEft } });
  const user = userEvent.setup({ delay: null });
  const press = async (end: string) => {
    await user.click(await screen.findByRole("button", { name: /^Record/ }));
    await screen.findByRole("button", { name: `Record ${end}` });
  };
  await press("error");
  isLost = false;
  await press("success");
  await press("success");
  await vi.waitFor(() => expect(recordEft).toHaveBeenCalledTimes(3));
  const [lost, repeated, second] = recordEft.mock.calls.map(([{ commandId }]) => commandId);
  expect(repeated).toBe(lost);
  expect(second).not.toBe(lost);
});
