import { Menu } from "@mantine/core";
import { IconFold, IconListTree } from "@tabler/icons-react";
import { api } from "../../../api/api.ts";
import { MoreMenu } from "../../../ui/more-menu.tsx";
import type { NetworkView } from "./network-view.ts";
import { branchInput, nodesToExpand, useTreeView } from "./tree-store.ts";

/** Actions on the whole tree. */
export function TreeMenu(props: { view: NetworkView; isSpread: boolean }) {
  const { view } = props;
  const { store, scope } = useTreeView();
  const utils = api.useUtils();
  const expandAll = () =>
    store.setExpanded(
      nodesToExpand(store, (under, page) =>
        utils.network.tree.getData(branchInput(scope, under, page)),
      ),
      true,
    );
  return (
    <MoreMenu>
      {props.isSpread && (
        <>
          <Menu.Item leftSection={<IconListTree {...small} />} onClick={expandAll}>
            Expand all
          </Menu.Item>
          <Menu.Item
            leftSection={<IconFold {...small} />}
            onClick={() => store.setExpanded(store.expanded(), false)}
          >
            Collapse all
          </Menu.Item>
          <Menu.Divider />
        </>
      )}
      <Menu.CheckboxItem
        checked={view.showDeleted}
        onChange={(isShown) => view.change({ deleted: isShown ? "1" : null })}
      >
        Show deleted
      </Menu.CheckboxItem>
    </MoreMenu>
  );
}

const small = { size: 16, stroke: 1.8, "aria-hidden": true } as const;
