import { Drawer } from "@mantine/core";
import type { NavigationGroup } from "./navigation.ts";
import classes from "./office-frame.module.css";
import { OfficeMenu } from "./office-menu.tsx";

/** The menu on small screens. */
export function MenuDrawer(props: { navigation: readonly NavigationGroup[]; onClose: () => void }) {
  return (
    <Drawer
      opened
      onClose={props.onClose}
      title="Menu"
      position="left"
      size={280}
      padding="xs"
      classNames={{ body: classes.drawer ?? "" }}
    >
      <nav aria-label="Main" className={classes.drawer}>
        <OfficeMenu navigation={props.navigation} onChosen={props.onClose} />
      </nav>
    </Drawer>
  );
}
