import type { PopoverProps } from "@mantine/core";
import { type ReactNode, Suspense, useId, useRef, useState } from "react";
import { lazyPart } from "./lazy-part.ts";

const loadPopover = () => import("./popover-part.tsx");
const PopoverPart = lazyPart(async () => (await loadPopover()).PopoverPart);

/** The props of a button that opens the popover. */
function useOpener(load: () => unknown) {
  const [isOpen, setOpen] = useState(false);
  /** Set on the first press: from then on the popover is mounted. */
  const [wasOpened, setOpened] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  const opener = {
    id,
    ref: button,
    "aria-haspopup": "dialog",
    "aria-expanded": isOpen,
    "aria-controls": isOpen ? `${id}-dropdown` : undefined,
    onPointerEnter: load,
    onFocus: load,
    onClick: () => {
      setOpened(true);
      setOpen(!isOpen);
    },
  } as const;
  return { opener, isOpen, wasOpened, setOpen };
}

/**
 * A button with a popover, whose code is loaded on hover or focus: Mantine's positioning is larger than a whole list.
 *
 * @param props.load loads the content, where it is a lazy part as well
 * @param props.children the content; `close` closes the popover and returns the focus
 */
export function PopoverButton(props: {
  button: (opener: ReturnType<typeof useOpener>["opener"]) => ReactNode;
  place?: Pick<PopoverProps, "position" | "width">;
  load?: () => unknown;
  children: (close: () => void) => ReactNode;
}) {
  const { opener, isOpen, wasOpened, setOpen } = useOpener(() => {
    void loadPopover();
    props.load?.();
  });
  const close = () => {
    setOpen(false);
    opener.ref.current?.focus();
  };
  return (
    <>
      {props.button(opener)}
      {wasOpened && (
        <Suspense>
          <PopoverPart
            id={opener.id}
            button={opener.ref}
            place={props.place ?? {}}
            opened={isOpen}
            onChange={setOpen}
          >
            {props.children(close)}
          </PopoverPart>
        </Suspense>
      )}
    </>
  );
}
