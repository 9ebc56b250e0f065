import { Button } from "@mantine/core";
import { api } from "../../../api/api.ts";
import { SearchBox } from "../../../ui/list/search-box.tsx";
import { useIsPhone } from "../../../ui/use-is-phone.ts";
import { ShapeSwitch } from "./mode-switch.tsx";
import classes from "./network-panel.module.css";
import type { NetworkView } from "./network-view.ts";
import { branchInput, type NetworkScope } from "./tree-branch.ts";
import { useTreeStore } from "./tree-store.ts";
import { nodesToExpand } from "./tree-walk.ts";

/** Search, and how the network is drawn. A phone draws it in one way only. */
export function NetworkTools(props: { view: NetworkView; scope: NetworkScope }) {
  const { view, scope } = props;
  const isPhone = useIsPhone();
  return (
    <div className={classes.tools}>
      <div className={classes.search}>
        <SearchBox
          label="Search the network"
          placeholder="Name, email or code"
          value={view.search}
          onSearch={(search) => view.change({ find: search.trim() })}
        />
      </div>
      {!isPhone && !view.search && (
        <>
          <ShapeSwitch
            isChart={view.isChart}
            onChosen={(isChart) => view.change({ shape: isChart ? "chart" : null })}
          />
          <SpreadButtons scope={scope} />
        </>
      )}
      <label className={classes.switch}>
        <input
          type="checkbox"
          role="switch"
          checked={view.showDeleted}
          onChange={(event) => view.change({ deleted: event.currentTarget.checked ? "1" : null })}
        />
        Show deleted
      </label>
    </div>
  );
}

function SpreadButtons({ scope }: { scope: NetworkScope }) {
  const store = useTreeStore();
  const utils = api.useUtils();
  const expandAll = () =>
    store.setExpanded(
      nodesToExpand(store, (under, page) =>
        utils.network.tree.getData(branchInput(scope, under, page)),
      ),
      true,
    );
  return (
    <div className={classes.spread}>
      <Button variant="default" onClick={expandAll}>
        Expand all
      </Button>
      <Button variant="default" onClick={() => store.setExpanded(store.expanded(), false)}>
        Collapse all
      </Button>
    </div>
  );
}
