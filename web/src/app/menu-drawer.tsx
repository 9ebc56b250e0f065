import { Drawer } from "@mantine/core";
import { useBackCloses } from "../ui/back-layers.ts";
import type { NavigationGroup } from "./navigation.ts";
import { OfficeMenu } from "./office-menu.tsx";

/** The menu on small screens. */
export function MenuDrawer(props: { navigation: readonly NavigationGroup[]; onClose: () => void }) {
  useBackCloses(props.onClose);
  return (
    <Drawer opened onClose={props.onClose} title="Menu" position="left" size={280} padding="xs">
      <nav aria-label="Main">
        <OfficeMenu navigation={props.navigation} onChosen={props.onClose} />
      </nav>
    </Drawer>
  );
}
