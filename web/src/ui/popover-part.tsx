import { Popover, type PopoverProps } from "@mantine/core";
import { useMounted } from "@mantine/hooks";
import { type ReactNode, type Ref, type RefObject, useLayoutEffect } from "react";

/** The lazy part of `PopoverButton`. */
export function PopoverPart(props: {
  id: string;
  button: RefObject<HTMLElement | null>;
  place: Pick<PopoverProps, "position" | "width">;
  opened: boolean;
  onChange: (opened: boolean) => void;
  children: ReactNode;
}) {
  // Closed on the first render: Mantine remembers the focused element only when `opened` changes.
  const isMounted = useMounted();
  return (
    <Popover
      id={props.id}
      opened={props.opened && isMounted}
      onChange={props.onChange}
      trapFocus
      {...props.place}
    >
      <Popover.Target>
        <Target of={props.button} />
      </Popover.Target>
      <Popover.Dropdown>{props.children}</Popover.Dropdown>
    </Popover>
  );
}

/** Passes the existing button to the popover as its target. */
function Target(props: { of: RefObject<HTMLElement | null>; ref?: Ref<HTMLElement> }) {
  const { of: button, ref } = props;
  useLayoutEffect(() => {
    if (typeof ref !== "function") return;
    ref(button.current);
    return () => void ref(null);
  }, [button, ref]);
  return null;
}
