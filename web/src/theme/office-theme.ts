import { createTheme } from "@mantine/core";

const surface = { withBorder: true, radius: "lg", bg: "var(--mantine-color-body)" };
const hairline = { root: { borderColor: "var(--hairline)" } };
const sheet = { position: "right", size: 600, transitionProps: { duration: 180 } } as const;

/**
 * The office's defaults for Mantine's components: dense, with controls of 36 px. Keyed by name and not by `extend()`, which
 * would load all components with the first page.
 */
export const officeTheme = createTheme({
  components: {
    // Links in text must not be distinguished by colour alone (WCAG 1.4.1).
    Anchor: {
      defaultProps: { underline: "always" },
      styles: { root: { textDecorationThickness: 1, textUnderlineOffset: 3 } },
    },
    AppShell: {
      styles: { root: { "--app-shell-border-color": "var(--hairline)" } },
    },
    ActionIcon: {
      defaultProps: { size: "input-sm", variant: "subtle", color: "gray" },
    },
    Badge: {
      defaultProps: { variant: "light", radius: "xl", size: "md" },
      // A status is never truncated: its column has to be wide enough.
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
    },
    Button: {
      defaultProps: { size: "sm" },
      styles: { root: { fontWeight: 550 }, section: { marginInlineEnd: 6 } },
    },
    Checkbox: { defaultProps: { size: "xs", radius: "xs" } },
    DataList: { styles: { item: { borderColor: "var(--hairline)" } } },
    // A drawer composed of its parts uses the defaults of `DrawerRoot` instead of `Drawer`.
    Drawer: {
      defaultProps: { ...sheet, padding: "lg", closeButtonProps: { "aria-label": "Close" } },
    },
    DrawerRoot: { defaultProps: sheet },
    DrawerOverlay: { defaultProps: { backgroundOpacity: 0.25 } },
    // A `header` would be a second banner landmark on the page.
    DrawerHeader: { defaultProps: { role: "presentation" } },
    ModalHeader: { defaultProps: { role: "presentation" } },
    Input: { defaultProps: { size: "sm" } },
    InputWrapper: { defaultProps: { size: "sm" } },
    Menu: { defaultProps: { shadow: "md", position: "bottom-end", width: 220 } },
    Modal: {
      defaultProps: {
        centered: true,
        padding: "lg",
        radius: "lg",
        overlayProps: { backgroundOpacity: 0.35 },
      },
      styles: { title: { fontWeight: 650, fontSize: "1.125rem" } },
    },
    NativeSelect: { defaultProps: { size: "sm" } },
    NavLink: { defaultProps: { variant: "filled", noWrap: true } },
    Pagination: {
      defaultProps: {
        size: "sm",
        getControlProps: (control: string) => ({
          "aria-label": `${control[0]?.toUpperCase()}${control.slice(1)} page`,
        }),
      },
    },
    Paper: { defaultProps: surface, styles: hairline },
    Card: { defaultProps: { ...surface, padding: "md" }, styles: hairline },
    Popover: {
      defaultProps: { shadow: "md", radius: "md", position: "bottom-start" },
    },
    SegmentedControl: { defaultProps: { size: "xs", radius: "md" } },
    Select: {
      defaultProps: { size: "sm", allowDeselect: false, checkIconPosition: "right" },
    },
    Table: {
      defaultProps: {
        fz: "sm",
        horizontalSpacing: "sm",
        verticalSpacing: 0,
        highlightOnHover: true,
        highlightOnHoverColor: "var(--mantine-color-default-hover)",
        borderColor: "var(--hairline)",
        tabularNums: true,
      },
    },
    Tabs: { defaultProps: { keepMounted: false } },
    Textarea: { defaultProps: { size: "sm" } },
    TextInput: { defaultProps: { size: "sm" } },
  },
});
