import { ActionIcon } from "@mantine/core";
import { IconDots } from "@tabler/icons-react";

/** Stands where a menu will be, until its code is here. */
export function MoreButton() {
  return (
    <ActionIcon variant="default" aria-label="More actions" aria-haspopup="menu" disabled>
      <IconDots size={18} stroke={1.8} aria-hidden="true" />
    </ActionIcon>
  );
}
