import { MantineProvider } from "@mantine/core";
import { render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import type { ListColumn } from "./list-columns.ts";
import { PhoneRows } from "./phone-rows.tsx";

type Order = { number: number };

const orders: readonly Order[] = Array.from({ length: 20 }, (_, at) => ({ number: 7001 + at }));
const cell = vi.fn<(order: Order) => string>(({ number }) => `RH${number}`);
const columns: readonly ListColumn<Order>[] = [
  { id: "number", header: "Order", onPhone: "title", cell },
];

function rows(shown: readonly Order[]) {
  return (
    <MantineProvider env="test">
      <PhoneRows
        label="orders"
        columns={columns}
        rows={shown}
        rowKey={({ number }) => String(number)}
        hrefOf={({ number }) => `/admin/orders?order=${number}`}
      />
    </MantineProvider>
  );
}

test("a phone has all rows of the page, and draws each once", () => {
  const { rerender } = render(rows(orders));
  expect(screen.getAllByRole("listitem")).toHaveLength(20);
  expect(cell).toHaveBeenCalledTimes(20);

  // As after a press: the address has changed, and the screen is drawn anew.
  rerender(rows(orders));
  expect(cell).toHaveBeenCalledTimes(20);

  rerender(rows(orders.map((order, at) => (at === 0 ? { number: 8000 } : order))));
  expect(cell).toHaveBeenCalledTimes(21);
  expect(screen.getByText("RH8000")).toBeTruthy();
});
