import { expect, test } from "vitest";
import { commandIdOfNotification } from "./card-notification.actions.ts";

// shows T25
test("a payment of the sandbox never takes the place of the live one with the same number", () => {
  const live = commandIdOfNotification("live", "1089250", "COMPLETE");
  expect(live).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(commandIdOfNotification("sandbox", "1089250", "COMPLETE")).not.toBe(live);
  expect(commandIdOfNotification("live", "1089250", "COMPLETE")).toBe(live);
  expect(commandIdOfNotification("live", "1089250", "FAILED")).not.toBe(live);
});
