import { expect, test } from "vitest";
import { commandIdOfNotification } from "./card-notification.actions.ts";

// shows T25
test("a sandbox payment never shares the command id of a live payment with the same number", () => {
  const live = commandIdOfNotification("live", "1089250", "COMPLETE");
  expect(live).toBe("f2f3fcb5-8778-559f-a8a9-a524741d3274");
  expect(commandIdOfNotification("sandbox", "1089250", "COMPLETE")).not.toBe(live);
  expect(commandIdOfNotification("live", "1089250", "COMPLETE")).toBe(live);
  expect(commandIdOfNotification("live", "1089250", "FAILED")).not.toBe(live);
});
