import { ActionIcon } from "@mantine/core";
import { IconDots } from "@tabler/icons-react";

/** The disabled button in place of a menu while its code loads. */
export function MoreButton() {
  return (
    <ActionIcon variant="default" aria-label="More actions" aria-haspopup="menu" disabled>
      <IconDots size={18} stroke={1.8} aria-hidden="true" />
    </ActionIcon>
  );
}
