import { ActionIcon, Menu } from "@mantine/core";
import { IconDots } from "@tabler/icons-react";

/** What else can be done, behind one button; what destroys is last and in its own colour. */
export function MoreMenu(props: {
  items: readonly Readonly<{ label: string; isDangerous?: boolean; onClick: () => void }>[];
}) {
  if (props.items.length === 0) return null;
  return (
    <Menu>
      <Menu.Target>
        <ActionIcon variant="default" aria-label="More actions">
          <IconDots size={18} stroke={1.8} aria-hidden="true" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {props.items.map(({ label, isDangerous, onClick }) => (
          <Menu.Item key={label} {...(isDangerous ? { color: "protea" } : {})} onClick={onClick}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
