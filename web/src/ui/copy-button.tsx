import { Button } from "@mantine/core";
import { IconCheck, IconCopy } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { copyText } from "./copy-text.ts";

const shownMs = 2000;

/** Puts exactly `value` on the clipboard: no label, no spaces that a bank would choke on. */
export function CopyButton(props: { value: string; what: string }) {
  const [isCopied, setCopied] = useState(false);

  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), shownMs);
    return () => clearTimeout(timer);
  }, [isCopied]);

  const Icon = isCopied ? IconCheck : IconCopy;
  return (
    <Button
      variant="default"
      leftSection={<Icon size={18} stroke={1.8} aria-hidden="true" />}
      aria-label={isCopied ? "Copied!" : `Copy ${props.what}`}
      onClick={async () => setCopied(await copyText(props.value))}
    >
      <span aria-live="polite">{isCopied ? "Copied!" : "Copy"}</span>
    </Button>
  );
}
