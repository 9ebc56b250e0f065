import {
  ActionIcon,
  Anchor,
  AppShell,
  Badge,
  Button,
  Card,
  Checkbox,
  createTheme,
  DataList,
  Drawer,
  Menu,
  Modal,
  NavLink,
  Pagination,
  Paper,
  Popover,
  SegmentedControl,
  Select,
  Table,
  Tabs,
  TextInput,
  Tooltip,
} from "@mantine/core";

const sheet = { position: "right", size: 600, transitionProps: { duration: 180 } } as const;

/** What the office's parts are unless a screen says otherwise: 36 px controls, quiet, dense. */
export const officeTheme = createTheme({
  components: {
    // In running text a link is not told by its colour alone.
    Anchor: Anchor.extend({
      defaultProps: { underline: "always" },
      styles: { root: { textDecorationThickness: 1, textUnderlineOffset: 3 } },
    }),
    AppShell: AppShell.extend({
      styles: { root: { "--app-shell-border-color": "var(--hairline)" } },
    }),
    ActionIcon: ActionIcon.extend({
      defaultProps: { size: "input-sm", variant: "subtle", color: "gray" },
    }),
    Badge: Badge.extend({
      defaultProps: { variant: "light", radius: "xl", size: "md" },
      // A status is never cut short: its column is made wide enough.
      styles: {
        root: {
          textTransform: "none",
          fontWeight: 550,
          fontSize: "0.75rem",
          letterSpacing: 0,
          flexShrink: 0,
          overflow: "visible",
        },
        label: { overflow: "visible" },
      },
    }),
    Button: Button.extend({
      defaultProps: { size: "sm" },
      styles: { root: { fontWeight: 550 }, section: { marginInlineEnd: 6 } },
    }),
    Checkbox: Checkbox.extend({ defaultProps: { size: "xs", radius: "xs" } }),
    DataList: DataList.extend({ styles: { item: { borderColor: "var(--hairline)" } } }),
    // A drawer that is put together from its parts asks for the name of its root, not for `Drawer`.
    Drawer: Drawer.extend({
      defaultProps: { ...sheet, padding: "lg", closeButtonProps: { "aria-label": "Close" } },
    }),
    DrawerRoot: Drawer.Root.extend({ defaultProps: sheet }),
    DrawerOverlay: Drawer.Overlay.extend({ defaultProps: { backgroundOpacity: 0.25 } }),
    Input: { defaultProps: { size: "sm" } },
    InputWrapper: { defaultProps: { size: "sm" } },
    Menu: Menu.extend({ defaultProps: { shadow: "md", position: "bottom-end", width: 220 } }),
    Modal: Modal.extend({
      defaultProps: {
        centered: true,
        padding: "lg",
        radius: "lg",
        overlayProps: { backgroundOpacity: 0.35 },
      },
      styles: { title: { fontWeight: 650, fontSize: "1.125rem" } },
    }),
    NavLink: NavLink.extend({ defaultProps: { variant: "filled", noWrap: true } }),
    Pagination: Pagination.extend({
      defaultProps: {
        size: "sm",
        getControlProps: (control) => ({
          "aria-label": `${control[0]?.toUpperCase()}${control.slice(1)} page`,
        }),
      },
    }),
    Paper: Paper.extend({
      defaultProps: { withBorder: true, radius: "lg", bg: "var(--mantine-color-body)" },
      styles: { root: { borderColor: "var(--hairline)" } },
    }),
    Card: Card.extend({
      defaultProps: {
        withBorder: true,
        radius: "lg",
        padding: "md",
        bg: "var(--mantine-color-body)",
      },
      styles: { root: { borderColor: "var(--hairline)" } },
    }),
    Popover: Popover.extend({
      defaultProps: { shadow: "md", radius: "md", position: "bottom-start" },
    }),
    SegmentedControl: SegmentedControl.extend({ defaultProps: { size: "xs", radius: "md" } }),
    Select: Select.extend({
      defaultProps: { size: "sm", allowDeselect: false, checkIconPosition: "right" },
    }),
    Table: Table.extend({
      defaultProps: {
        fz: "sm",
        horizontalSpacing: "sm",
        verticalSpacing: 0,
        highlightOnHover: true,
        highlightOnHoverColor: "var(--mantine-color-default-hover)",
        borderColor: "var(--hairline)",
        tabularNums: true,
      },
    }),
    Tabs: Tabs.extend({ defaultProps: { keepMounted: false } }),
    TextInput: TextInput.extend({ defaultProps: { size: "sm" } }),
    Tooltip: Tooltip.extend({ defaultProps: { openDelay: 300, withArrow: true, arrowSize: 6 } }),
  },
});
