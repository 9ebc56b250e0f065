import { ActionIcon, Button, Menu } from "@mantine/core";
import { IconDots, IconDownload, IconListCheck } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useIsPhone } from "../use-is-phone.ts";
import type { Choice } from "./list-choice.tsx";

/** One thing that the head of a list offers: a file to download, or something to do. */
export type ListMenuItem = Readonly<{ label: string; icon?: ReactNode }> &
  (Readonly<{ href: string }> | Readonly<{ onClick: () => void; isBusy?: boolean }>);

/**
 * What a list can be had as, in the head of its page: the list as it is filtered. A phone has it behind
 * one button, with the way to select several rows.
 */
export function ListMenu(props: {
  items?: readonly ListMenuItem[];
  choice?: Pick<Choice<unknown>, "isSelecting" | "setSelecting">;
}) {
  const { items = [], choice } = props;
  const isPhone = useIsPhone();
  if (!isPhone && items.length === 1 && items[0]) return <OneItem item={items[0]} />;
  if (items.length === 0 && !(isPhone && choice)) return null;
  return (
    <Menu>
      <Menu.Target>
        {isPhone ? (
          <ActionIcon variant="default" aria-label="More actions">
            <IconDots size={18} />
          </ActionIcon>
        ) : (
          <Button variant="default" leftSection={exportIcon}>
            Export
          </Button>
        )}
      </Menu.Target>
      <Menu.Dropdown>
        {items.map((item) =>
          "href" in item ? (
            <Menu.Item
              key={item.label}
              component="a"
              href={item.href}
              download
              leftSection={item.icon ?? exportIcon}
            >
              {item.label}
            </Menu.Item>
          ) : (
            <Menu.Item
              key={item.label}
              leftSection={item.icon ?? exportIcon}
              onClick={item.onClick}
            >
              {item.label}
            </Menu.Item>
          ),
        )}
        {isPhone && choice && (
          <Menu.Item
            leftSection={<IconListCheck size={16} stroke={1.8} aria-hidden="true" />}
            onClick={() => choice.setSelecting(!choice.isSelecting)}
          >
            {choice.isSelecting ? "Stop selecting" : "Select several"}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

const exportIcon = <IconDownload size={16} stroke={1.8} aria-hidden="true" />;

function OneItem({ item }: { item: ListMenuItem }) {
  return "href" in item ? (
    <Button
      component="a"
      href={item.href}
      download
      variant="default"
      leftSection={item.icon ?? exportIcon}
    >
      {item.label}
    </Button>
  ) : (
    <Button
      variant="default"
      loading={item.isBusy ?? false}
      leftSection={item.icon ?? exportIcon}
      onClick={item.onClick}
    >
      {item.label}
    </Button>
  );
}
