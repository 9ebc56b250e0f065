import { Button, Modal, Text } from "@mantine/core";
import { useCallback, useEffect, useState } from "react";
import { api } from "../api/api.ts";
import { isUntoldFor, lastActiveAt, rememberActivity } from "../session/last-active.ts";

/** Office sessions end half an hour after the person last did something; the server ends them. */
const endsAfterMs = 30 * 60_000;
const warnsBeforeMs = 2 * 60_000;
const checksEveryMs = 10_000;
/** Who reads or types for long makes no calls. */
const tellsAfterMs = 5 * 60_000;

/** Warns before an idle session ends, in time to keep it. */
export function IdleWatch() {
  const [leftMs, setLeftMs] = useState(endsAfterMs);
  const utils = api.useUtils();
  const readSession = useCallback(() => void utils.auth.me.invalidate(), [utils]);
  const isOver = leftMs <= 0;

  useEffect(() => {
    const check = () => {
      setLeftMs(lastActiveAt() + endsAfterMs - Date.now());
      if (isUntoldFor(tellsAfterMs)) readSession();
    };
    const timer = setInterval(check, checksEveryMs);
    // Timers do not run while a machine sleeps.
    document.addEventListener("visibilitychange", check);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", check);
    };
  }, [readSession]);

  // The server decides whether the session has ended; if so, the page is replaced by the sign-in page.
  useEffect(() => {
    if (isOver) readSession();
  }, [isOver, readSession]);

  if (leftMs > warnsBeforeMs) return null;
  const stay = () => {
    rememberActivity();
    readSession();
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
