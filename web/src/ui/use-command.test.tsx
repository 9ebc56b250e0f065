import { screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { api } from "../api/api.ts";
import type { FakeProcedure } from "../testing/fake-api.ts";
import { renderWithApi } from "../testing/render.tsx";
import { someOrderId } from "../testing/some-data.ts";
import { useCommand } from "./use-command.ts";

function Record(props: { onDone: () => void }) {
  const seen = api.settings.public.useQuery();
  const kept = api.catalog.products.useQuery(undefined, { staleTime: Infinity });
  const { onDone } = props;
  const record = useCommand(api.orders.recordEft, { done: "Recorded!", onDone });
  const send = () => {
    const typed = { uuid: someOrderId, amount: 100, reference: "RH1", receivedOn: "2026-01-31" };
    record.send(typed);
    record.send(typed);
  };
  const isRead = !seen.isPending && !kept.isPending;
  return isRead && <button onClick={send}>Record</button>;
}

test("a command is sent once with its id, and reads the screen again before it says that it is done", async () => {
  const calls: string[] = [];
  const recordEft = vi.fn<FakeProcedure<"orders", "recordEft">>(({ uuid }) => {
    calls.push("command");
    return { uuid, state: "placed", proposalId: null };
  });
  const read = (name: string) => () => {
    calls.push(name);
    throw new Error("not read");
  };
  renderWithApi(<Record onDone={() => calls.push("done")} />, {
    orders: { recordEft },
    settings: { public: read("settings") },
    catalog: { products: read("products") },
  });
  await userEvent.setup({ delay: null }).click(await screen.findByRole("button"));
  await screen.findByText("Recorded!");
  expect(calls).toEqual(["settings", "products", "command", "settings", "done"]);
  expect(recordEft.mock.calls[0]?.[0].commandId).toBeTruthy();
});
