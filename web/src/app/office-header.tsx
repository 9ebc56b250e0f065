import { Box, Group, Kbd, Text, UnstyledButton, VisuallyHidden } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { Suspense } from "react";
import { LiveMark } from "../features/platform/live/live-mark.tsx";
import type { SignedInUser } from "../session/session.tsx";
import { HeaderMenus } from "./header-menus.tsx";
import { useOfficeKeys } from "./keys/office-keys.ts";
import type { NavigationGroup } from "./navigation.ts";
import classes from "./office-frame.module.css";
import { lazyPart } from "../ui/lazy-part.ts";
import { KeysDialog } from "./keys/keys-dialog.tsx";
import { searchWords } from "./keys/search-words.ts";

const OfficeSearch = lazyPart(async () => (await import("./keys/office-search.tsx")).OfficeSearch);

/** Search, live status, the add menu and the account menu. */
export function HeaderTools(props: { user: SignedInUser; navigation: readonly NavigationGroup[] }) {
  const { user } = props;
  const { opened, wasSearched, open } = useOfficeKeys();
  const close = () => open(null);
  const words = searchWords(user);
  return (
    <>
      <UnstyledButton
        className={classes.search ?? ""}
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => open("search")}
      >
        <IconSearch size={17} stroke={1.8} aria-hidden="true" />
        <VisuallyHidden hiddenFrom="md">{words}</VisuallyHidden>
        <Text component="span" size="sm" truncate flex={1} visibleFrom="md">
          {words}
        </Text>
        <Kbd size="xs" visibleFrom="md">
          Ctrl K
        </Kbd>
      </UnstyledButton>
      <Group gap={4} wrap="nowrap">
        <Box visibleFrom="sm">
          <LiveMark />
        </Box>
        <HeaderMenus user={user} onKeys={() => open("keys")} />
      </Group>
      <Suspense fallback={null}>
        {wasSearched && (
          <OfficeSearch
            isOpen={opened === "search"}
            user={user}
            navigation={props.navigation}
            onClose={close}
          />
        )}
      </Suspense>
      {opened === "keys" && <KeysDialog user={user} onClose={close} />}
    </>
  );
}
