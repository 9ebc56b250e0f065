import { Popover, type PopoverProps } from "@mantine/core";
import { useMounted } from "@mantine/hooks";
import { type ReactNode, type Ref, type RefObject, useLayoutEffect } from "react";

/** What `PopoverButton` opens beside itself; see there. */
export function PopoverPart(props: {
  id: string;
  button: RefObject<HTMLElement | null>;
  place: Pick<PopoverProps, "position" | "width">;
  opened: boolean;
  onChange: (opened: boolean) => void;
  children: ReactNode;
}) {
  // Closed while it is first drawn: only what opens later remembers where the focus was.
  const isDrawn = useMounted();
  return (
    <Popover
      id={props.id}
      opened={props.opened && isDrawn}
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

/** The button is on the page before the popover is, which is told of it here. */
function Target(props: { of: RefObject<HTMLElement | null>; ref?: Ref<HTMLElement> }) {
  const { of: button, ref } = props;
  useLayoutEffect(() => {
    if (typeof ref !== "function") return;
    ref(button.current);
    return () => void ref(null);
  }, [button, ref]);
  return null;
}
