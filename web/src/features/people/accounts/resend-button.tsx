import { type ReactNode, useEffect, useState } from "react";

/** A mail takes a moment: only then is another one worth asking for. */
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
