import { VisuallyHidden } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { lazy, Suspense } from "react";
import type { SignedInUser } from "../../session/session.tsx";
import classes from "./office-keys.module.css";
import { useOfficeKeys } from "./use-office-keys.ts";

const Palette = lazy(async () => ({ default: (await import("./palette.tsx")).Palette }));
const KeysDialog = lazy(async () => ({
  default: (await import("./keys-dialog.tsx")).KeysDialog,
}));

/** The palette and the list of keys, and a button for whoever has no keyboard. */
export function OfficeKeys(props: { user: SignedInUser }) {
  const { opened, open } = useOfficeKeys();
  const close = () => open(null);
  return (
    <>
      <button
        type="button"
        className={classes.button}
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => open("palette")}
      >
        <IconSearch size={18} stroke={1.8} aria-hidden="true" />
        <VisuallyHidden>Go to a page, a person or an order</VisuallyHidden>
        <kbd className={classes.key} aria-hidden="true">
          Ctrl K
        </kbd>
      </button>
      <Suspense fallback={null}>
        {opened === "palette" && <Palette user={props.user} onClose={close} />}
        {opened === "keys" && <KeysDialog onClose={close} />}
      </Suspense>
    </>
  );
}
