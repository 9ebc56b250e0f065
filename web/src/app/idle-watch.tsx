import { Button, Modal, Text } from "@mantine/core";
import { useEffect, useState } from "react";
import { api } from "../api/api.ts";
import { lastRequestAt } from "../session/last-request.ts";

/** The office's sessions end after half an hour without a request. */
const endsAfterMs = 30 * 60_000;
const warnsBeforeMs = 2 * 60_000;
const looksEveryMs = 10_000;

/** Says so before the office is signed out for having left the desk, in time to stay. */
export function IdleWatch() {
  const [leftMs, setLeftMs] = useState(endsAfterMs);
  const utils = api.useUtils();
  const isOver = leftMs <= 0;

  useEffect(() => {
    const look = () => setLeftMs(lastRequestAt() + endsAfterMs - Date.now());
    const timer = setInterval(look, looksEveryMs);
    // A machine that slept runs no timers, and someone else may wake it.
    document.addEventListener("visibilitychange", look);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", look);
    };
  }, []);

  // The server has the last word; what was on the screen goes with the session.
  useEffect(() => {
    if (isOver) void utils.auth.me.invalidate();
  }, [isOver, utils]);

  if (leftMs > warnsBeforeMs) return null;
  const stay = () => {
    void utils.auth.me.invalidate();
    setLeftMs(endsAfterMs);
  };
  return (
    <Modal opened title="Are you still there?" size="sm" withCloseButton={false} onClose={stay}>
      <Text mb="md">
        You have been inactive for a while. To keep the office secure, we will sign you out in less
        than two minutes.
      </Text>
      <Button fullWidth data-autofocus onClick={stay}>
        Stay signed in
      </Button>
    </Modal>
  );
}
