import { type ReactNode, useEffect, useState } from "react";

/** Emails take a moment to arrive, so the button is disabled for this long after each one. */
const waitSeconds = 30;

export function ResendButton(props: {
  isPending: boolean;
  onResend: () => void;
  children: ReactNode;
}) {
  const [left, setLeft] = useState(waitSeconds);
  const isWaiting = left > 0;

  useEffect(() => {
    if (!isWaiting) return;
    const timer = setInterval(() => setLeft((before) => before - 1), 1000);
    return () => clearInterval(timer);
  }, [isWaiting]);

  return (
    <button
      type="button"
      className="link"
      disabled={isWaiting || props.isPending}
      onClick={() => {
        setLeft(waitSeconds);
        props.onResend();
      }}
    >
      {props.children}
      {isWaiting && ` (wait ${left} ${left === 1 ? "second" : "seconds"})`}
    </button>
  );
}
