import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { orderFrom, saveOrderBody } from "./legacy-values.ts";

test.each([
  [{ service: "ECO" }, "ECO"],
  [{ service: "ECO", service_level: { code: "" } }, "ECO"],
  [{ service: "ONX", service_level: { code: "ECO" } }, "ECO"],
  [{ service: "", service_level: { code: "" } }, undefined],
])("the quote %o of an order is the service %s", (tcgQuote, service) => {
  const body = saveOrderBody.parse({ order: { sections: [], tcgQuote } });
  expect(orderFrom(body, randomUUID()).deliveryService).toBe(service);
});
