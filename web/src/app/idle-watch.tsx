import { Button } from "@mantine/core";
import { useEffect, useState } from "react";
import { api } from "../api/api.ts";
import { lastRequestAt } from "../session/last-request.ts";
import { Dialog } from "../ui/dialog.tsx";
import classes from "./idle-watch.module.css";

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
    // A machine that slept runs no timers, and somebody else may wake it.
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
    <Dialog title="Are you still there?" shape="question" onClose={stay}>
      <p className={classes.text}>
        Nothing happened here for a while. In less than two minutes you are signed out, to keep the
        office safe.
      </p>
      <Button fullWidth data-autofocus onClick={stay}>
        Stay signed in
      </Button>
    </Dialog>
  );
}
