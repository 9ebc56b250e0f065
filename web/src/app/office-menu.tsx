import {
  AppShell,
  Badge,
  Box,
  Collapse,
  NavLink,
  UnstyledButton,
  VisuallyHidden,
} from "@mantine/core";
import { useLocalStorage } from "@mantine/hooks";
import {
  IconChevronDown,
  IconExternalLink,
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
} from "@tabler/icons-react";
import { type ReactNode, useEffect, useRef } from "react";
import { Link, useLocation } from "wouter";
import { api, type ApiOutputs } from "../api/api.ts";
import { shop } from "../config.ts";
import { useShopSettings } from "../session/use-shop-settings.ts";
import { BrandMark, Wordmark } from "../ui/brand-mark.tsx";
import type { NavigationGroup, NavigationItem } from "./navigation.ts";
import classes from "./office-frame.module.css";

/** With fewer entries, a menu is one list. */
const groupedFrom = 10;
const closedAtFirst: readonly string[] = ["Content", "System"];

/** The entries of a user's menu, and Website last (specification, section 2). As a rail it shows icons with tooltips. */
export function OfficeMenu(props: {
  navigation: readonly NavigationGroup[];
  isRail?: boolean;
  /** Without it the menu has no button to collapse it. */
  onRail?: ((isRail: boolean) => void) | undefined;
  onChosen?: () => void;
}) {
  const { navigation, isRail = false, onRail, onChosen } = props;
  const counts = useCounts(navigation);
  const RailIcon = isRail ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse;
  const isGrouped = navigation.flatMap(({ items }) => items).length >= groupedFrom;
  const list = (items: readonly NavigationItem[]) =>
    items.map((item) => (
      <MenuEntry
        key={item.path}
        item={item}
        isRail={isRail}
        count={counts.get(item.path)}
        onChosen={onChosen}
      />
    ));
  return (
    <>
      <AppShell.Section grow className={classes.scroll ?? ""}>
        <Box px="xs" py={4} className={classes.menu ?? ""} data-rail={isRail || undefined}>
          {navigation.map((group) =>
            !isGrouped || group.items.length === 1 || isRail ? (
              <div key={group.label} className={isGrouped ? classes.group : undefined}>
                {list(group.items)}
              </div>
            ) : (
              <FoldingGroup key={group.label} group={group}>
                {list(group.items)}
              </FoldingGroup>
            ),
          )}
        </Box>
      </AppShell.Section>
      <AppShell.Section className={classes.foot ?? ""}>
        <Box px="xs" py={4} className={classes.menu ?? ""} data-rail={isRail || undefined}>
          {onRail && (
            <NavLink
              component="button"
              type="button"
              className={classes.item ?? ""}
              {...labelOf(isRail ? "Expand menu" : "Collapse menu", isRail)}
              leftSection={<RailIcon size={18} stroke={1.7} aria-hidden="true" />}
              onClick={() => onRail(!isRail)}
            />
          )}
          <WebsiteLink isRail={isRail} />
        </Box>
      </AppShell.Section>
    </>
  );
}

/** A rail has no room for labels: they become tooltip and accessible name. */
function labelOf(label: string, isRail: boolean) {
  return isRail ? { "aria-label": label, title: label } : { label };
}

/** The shop's logo, as a link to the shop. */
export function Brand(props: { isRail?: boolean }) {
  return (
    <Link href="/" aria-label={shop.name} className="brand row">
      <BrandMark size={26} />
      {!props.isRail && <Wordmark />}
    </Link>
  );
}

/** Collapsible, except for the group of the current page. */
function FoldingGroup(props: { group: NavigationGroup; children: ReactNode }) {
  const { label, items } = props.group;
  const [path] = useLocation();
  const [wasOpened, setOpen] = useLocalStorage({
    key: `menu-${label}`,
    defaultValue: !closedAtFirst.includes(label),
    getInitialValueInEffect: false,
  });
  const isOpen = wasOpened || items.some((item) => item.path === path);
  return (
    <div className={classes.group}>
      <UnstyledButton
        className={classes.heading ?? ""}
        aria-expanded={isOpen}
        onClick={() => setOpen(!wasOpened)}
      >
        {label}
        <IconChevronDown size={14} stroke={2} aria-hidden="true" />
      </UnstyledButton>
      <Collapse expanded={isOpen}>{props.children}</Collapse>
    </div>
  );
}

function MenuEntry(props: {
  item: NavigationItem;
  isRail: boolean;
  count: Waiting | undefined;
  onChosen: (() => void) | undefined;
}) {
  const { item, isRail, count } = props;
  const [path] = useLocation();
  const isHere = item.path === path;
  const entry = useRef<HTMLAnchorElement>(null);
  // On a small screen the entries do not all fit.
  useEffect(() => {
    if (isHere) entry.current?.scrollIntoView({ block: "nearest" });
  }, [isHere]);
  return (
    <NavLink
      ref={entry}
      component={Link}
      href={item.path}
      className={classes.item ?? ""}
      active={isHere}
      aria-current={isHere ? "page" : undefined}
      {...labelOf(item.label, isRail)}
      leftSection={<item.icon size={18} stroke={1.7} aria-hidden="true" />}
      rightSection={!isRail && count && count.count > 0 ? <CountBadge {...count} /> : undefined}
      onClick={() => props.onChosen?.()}
    />
  );
}

function CountBadge({ count, isMoney }: Waiting) {
  return (
    <Badge size="sm" color={isMoney ? "amber" : "gray"} circle={count < 10}>
      {count}
      <VisuallyHidden> waiting</VisuallyHidden>
    </Badge>
  );
}

/**
 * The last entry of every menu (specification, section 2). It has its place before the settings arrive with its address:
 * otherwise the menu above would shrink then, and could hide the entry of the current page.
 */
function WebsiteLink(props: { isRail: boolean }) {
  const settings = useShopSettings();
  return (
    <NavLink
      component="a"
      href={settings?.websiteUrl}
      target="_blank"
      rel="noopener"
      className={classes.item ?? ""}
      aria-label="Website (opens in a new tab)"
      title={props.isRail ? "Website" : undefined}
      label={props.isRail ? undefined : "Website"}
      leftSection={<IconExternalLink size={18} stroke={1.7} aria-hidden="true" />}
    />
  );
}

type Waiting = Readonly<{ count: number; isMoney: boolean }>;
type Work = ApiOutputs["dashboard"]["work"];

/** Badges of queues with money that a person waits for are amber. */
function waitingIn(work: Work): ReadonlyMap<string, Waiting> {
  return new Map([
    ["/admin/decisions", { count: work.proposals.count, isMoney: false }],
    ["/admin/orders", { count: work.toShip.count, isMoney: false }],
    ["/admin/bank-payments", { count: work.bankLines.count, isMoney: false }],
    ["/admin/card-notifications", { count: work.notifications.count, isMoney: false }],
    ["/admin/card-match", { count: work.cardExceptions.count, isMoney: false }],
    ["/admin/payout-requests", { count: work.payouts.count, isMoney: true }],
    ["/admin/entry-questions", { count: work.questions.count, isMoney: false }],
    ["/admin/sent-emails", { count: work.failedMails.count, isMoney: false }],
    ["/admin/ledger-health", { count: work.projectionProblems.count, isMoney: false }],
  ]);
}

const countsPollMs = 60_000;

/** The dashboard's queues, for users who may see it. Polled, and invalidated by live updates. */
function useCounts(navigation: readonly NavigationGroup[]): ReadonlyMap<string, Waiting> {
  const seesDashboard = navigation.some(({ items }) => items.some(({ path }) => path === "/admin"));
  const work = api.dashboard.work.useQuery(undefined, {
    enabled: seesDashboard,
    staleTime: countsPollMs / 2,
    refetchInterval: countsPollMs,
  });
  return work.data ? waitingIn(work.data) : new Map();
}
