import { AppShell, Box, Burger, Group, MantineThemeProvider, UnstyledButton } from "@mantine/core";
import { isOfficeRole } from "@portal/shared/platform/roles.ts";
import { useDisclosure, useLocalStorage, useWindowEvent } from "@mantine/hooks";
import { IconDots } from "@tabler/icons-react";
import { type ReactNode, Suspense, use, useLayoutEffect, useRef } from "react";
import { Link, useLocation } from "wouter";
import type { SignedInUser } from "../session/session.tsx";
import "../theme/mantine-office.ts";
import { officeTheme } from "../theme/office-theme.ts";
import { FrameScheme, mainId, OfflineStrip, SkipLink } from "./frame-parts.tsx";
import { ImpersonationBanner } from "./impersonation-banner.tsx";
import { type NavigationGroup, navigationFor, type OfficeScreen } from "./navigation.ts";
import { HeaderTools } from "./office-header.tsx";
import { Brand, OfficeMenu } from "./office-menu.tsx";
import { useIsNarrow, useIsTablet } from "../ui/use-is-phone.ts";
import classes from "./office-frame.module.css";
import { lazyPart } from "../ui/lazy-part.ts";
import { MenuDrawer } from "./menu-drawer.tsx";
import { IdleWatch } from "./idle-watch.tsx";

/** Loaded after the page. */
const OfficeServices = lazyPart(async () => (await import("./office-services.tsx")).OfficeServices);

/** Header, menu and page; on small screens the menu is a drawer. */
export function OfficeFrame(props: {
  user: SignedInUser;
  screens: readonly OfficeScreen[];
  children: ReactNode;
}) {
  const { user } = props;
  const [isMenuOpen, menu] = useDisclosure(false);
  const navigation = navigationFor(user, props.screens);
  const barItems = barItemsOf(props.screens, navigation);
  const { isRail, onRail } = useRail();
  const hasDrawer = useIsTablet();
  useOfficeBody();
  useLightPrint();

  return (
    <MantineThemeProvider theme={officeTheme} inherit>
      <SkipLink />
      <ImpersonationBanner user={user} />
      <AppShell
        layout="alt"
        header={{ height: 56 }}
        navbar={{
          width: isRail ? 64 : 232,
          breakpoint: "md",
          collapsed: { mobile: true },
        }}
        footer={{ height: { base: 56, md: 0 }, collapsed: barItems.length === 0 }}
        padding={{ base: "md", md: "lg" }}
        data-seen={user.impersonatedBy ? true : undefined}
        classNames={{
          header: classes.header ?? "",
          navbar: classes.navbar ?? "",
          main: classes.main ?? "",
        }}
      >
        <AppShell.Header>
          {barItems.length === 0 && (
            <Burger
              hiddenFrom="md"
              size="sm"
              opened={isMenuOpen}
              aria-label="Menu"
              aria-haspopup="dialog"
              onClick={menu.open}
            />
          )}
          <Box hiddenFrom="md">
            <Brand />
          </Box>
          <HeaderTools user={user} navigation={navigation} />
        </AppShell.Header>
        {/* Not only hidden: its entries would be a third of what a phone draws first. */}
        {!hasDrawer && (
          <AppShell.Navbar aria-label="Main" visibleFrom="md">
            <Group h={56} px={18} flex="none">
              <Brand isRail={isRail} />
            </Group>
            <OfficeMenu navigation={navigation} isRail={isRail} onRail={onRail} />
          </AppShell.Navbar>
        )}
        {isMenuOpen && <MenuDrawer navigation={navigation} onClose={menu.close} />}
        <AppShell.Main id={mainId} tabIndex={-1}>
          <OfflineStrip words="Reconnect to see what is new and to save changes." />
          {props.children}
        </AppShell.Main>
        {barItems.length > 0 && <BottomBar items={barItems} onMore={menu.open} />}
      </AppShell>
      <Suspense fallback={null}>
        <OfficeServices />
      </Suspense>
      {(isOfficeRole(user.role) || user.impersonatedBy) && <IdleWatch />}
    </MantineThemeProvider>
  );
}

/** A member's most used pages on a phone, with More for the whole menu. */
function BottomBar(props: { items: NavigationGroup["items"]; onMore: () => void }) {
  const [path] = useLocation();
  return (
    <Box component="nav" aria-label="Shortcuts" className={classes.bar ?? ""} hiddenFrom="md">
      {props.items.map((item) => (
        <Link
          key={item.path}
          href={item.path}
          className={classes.barItem}
          aria-current={path === item.path ? "page" : undefined}
        >
          <item.icon size={20} stroke={1.7} aria-hidden="true" />
          {item.label}
        </Link>
      ))}
      <UnstyledButton
        className={classes.barItem ?? ""}
        aria-haspopup="dialog"
        onClick={props.onMore}
      >
        <IconDots size={20} stroke={1.7} aria-hidden="true" />
        More
      </UnstyledButton>
    </Box>
  );
}

function barItemsOf(screens: readonly OfficeScreen[], navigation: readonly NavigationGroup[]) {
  const paths = screens.filter(({ menu }) => menu?.isOnBar).map(({ path }) => path);
  return navigation.flatMap(({ items }) => items).filter(({ path }) => paths.includes(path));
}

/** Between 1,024 and 1,200 px the menu is always a rail of icons; above, the user's last choice. */
function useRail() {
  const [wasCollapsed, onRail] = useLocalStorage({
    key: "menu-rail",
    defaultValue: false,
    getInitialValueInEffect: false,
  });
  const isNarrow = useIsNarrow();
  return isNarrow ? { isRail: true } : { isRail: wasCollapsed, onRail };
}

/** Sizes and colours are set on the body, because dialogs and menus are rendered outside the frame. */
function useOfficeBody() {
  const setOffice = use(FrameScheme);
  useLayoutEffect(() => {
    document.body.dataset["frame"] = "office";
    setOffice(true);
    return () => {
      delete document.body.dataset["frame"];
      setOffice(false);
    };
  }, [setOffice]);
}

/** The light text of the dark scheme cannot be read on paper. */
function useLightPrint() {
  const chosen = useRef<string | null>(null);
  useWindowEvent("beforeprint", () => {
    chosen.current = document.documentElement.getAttribute(scheme);
    document.documentElement.setAttribute(scheme, "light");
  });
  useWindowEvent("afterprint", () => {
    document.documentElement.setAttribute(scheme, chosen.current ?? "light");
  });
}

const scheme = "data-mantine-color-scheme";
