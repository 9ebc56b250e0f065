import { Button } from "@mantine/core";
import { IconCheck, IconCopy } from "@tabler/icons-react";
import { useEffect, useState } from "react";

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

/** Answers whether the text is on the clipboard now. Plain http and old browsers have only the old way. */
export async function copyText(text: string): Promise<boolean> {
  if (navigator.clipboard) {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      // Refused by the person or the browser: the old way may still be allowed.
    }
  }
  const field = document.createElement("textarea");
  field.value = text;
  field.style.position = "fixed";
  field.style.opacity = "0";
  document.body.append(field);
  field.select();
  const isCopied = document.execCommand("copy");
  field.remove();
  return isCopied;
}
