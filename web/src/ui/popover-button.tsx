import type { PopoverProps } from "@mantine/core";
import { type ReactNode, Suspense, useId, useRef, useState } from "react";
import { lazyPart } from "./lazy-part.ts";

const loadPopover = () => import("./popover-part.tsx");
const PopoverPart = lazyPart(async () => (await loadPopover()).PopoverPart);

/** What makes a button of any kind open the popover. */
function useOpener(load: () => unknown) {
  const [isOpen, setOpen] = useState(false);
  /** Set with the first press: the popover comes then, and stays. */
  const [isWanted, setWanted] = useState(false);
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
      setWanted(true);
      setOpen(!isOpen);
    },
  } as const;
  return { opener, isOpen, isWanted, setOpen };
}

/**
 * A button with a popover, whose code comes when somebody points at the button: what places it weighs more than a list.
 *
 * @param props.load fetches what the popover holds, where that is a lazy part too
 * @param props.children what the popover holds; `close` puts it away and gives the focus back
 */
export function PopoverButton(props: {
  button: (opener: ReturnType<typeof useOpener>["opener"]) => ReactNode;
  place?: Pick<PopoverProps, "position" | "width">;
  load?: () => unknown;
  children: (close: () => void) => ReactNode;
}) {
  const { opener, isOpen, isWanted, setOpen } = useOpener(() => {
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
      {isWanted && (
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
