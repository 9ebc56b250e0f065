import {
  IconAddressBook,
  IconFileInvoice,
  IconFileText,
  IconShoppingBag,
  IconShoppingCartPlus,
  IconSitemap,
  IconUser,
  IconVideo,
  IconWallet,
} from "@tabler/icons-react";
import { entry, screensOf } from "./navigation.ts";
import { lazyPart } from "../ui/lazy-part.ts";

const LandingScreen = lazyPart(
  async () => (await import("../features/people/accounts/landing-screen.tsx")).LandingScreen,
);
const AddressBookScreen = lazyPart(
  async () =>
    (await import("../features/people/addresses/address-book-screen.tsx")).AddressBookScreen,
);
const MyOrdersScreen = lazyPart(
  async () => (await import("../features/sales/orders/my-orders-screen.tsx")).MyOrdersScreen,
);
const CreateOrderPage = lazyPart(
  async () => (await import("./create-order-page.tsx")).CreateOrderPage,
);
const TrainingVideosScreen = lazyPart(
  async () =>
    (await import("../features/office/uploads/training-videos-screen.tsx")).TrainingVideosScreen,
);
const ProfilePage = lazyPart(async () => (await import("./profile-page.tsx")).ProfilePage);

const distributorScreens = screensOf("distributor", [
  { path: "/distributor/landing", Screen: LandingScreen },
  {
    path: "/distributor/my-network",
    menu: { ...entry("Network", "My network", IconSitemap, "network.tree"), isOnBar: true },
    Screen: lazyPart(async () => (await import("./my-network-page.tsx")).MyNetworkPage),
  },
  {
    path: "/distributor/my-wallet",
    menu: { ...entry("Commission", "My wallet", IconWallet, "wallet.mine"), isOnBar: true },
    Screen: lazyPart(
      async () => (await import("../features/money/wallets/wallet-screen.tsx")).WalletScreen,
    ),
  },
  {
    path: "/distributor/my-statements",
    menu: entry("Commission", "My statements", IconFileInvoice, "statements.months"),
    Screen: lazyPart(
      async () =>
        (await import("../features/money/statements/member-statements.tsx")).MyStatementsScreen,
    ),
  },
  {
    path: "/distributor/my-address-book",
    menu: entry("Orders", "My address book", IconAddressBook, "addresses.list"),
    Screen: AddressBookScreen,
  },
  {
    path: "/distributor/my-orders",
    menu: { ...entry("Orders", "My orders", IconShoppingBag, "orders.mine"), isOnBar: true },
    Screen: MyOrdersScreen,
  },
  {
    path: "/distributor/create-order",
    menu: { ...entry("Orders", "Create order", IconShoppingCartPlus, "orders.save"), ofVersion: 0 },
    Screen: CreateOrderPage,
  },
  {
    path: "/distributor/training-videos",
    menu: entry("Resources", "Training videos", IconVideo, "uploads.list"),
    Screen: TrainingVideosScreen,
  },
  {
    path: "/distributor/documents",
    menu: entry("Resources", "Documents", IconFileText, "uploads.list"),
    Screen: lazyPart(
      async () => (await import("../features/office/uploads/documents-screen.tsx")).DocumentsScreen,
    ),
  },
  {
    path: "/distributor/my-profile",
    menu: entry("Account", "My profile", IconUser, "profile.get"),
    Screen: ProfilePage,
  },
]);

const stockistScreens = screensOf("stockist", [
  { path: "/stockist/landing", Screen: LandingScreen },
  {
    path: "/stockist/my-address-book",
    menu: {
      ...entry("Orders", "My address book", IconAddressBook, "addresses.list"),
      isOnBar: true,
    },
    Screen: AddressBookScreen,
  },
  {
    path: "/stockist/my-orders",
    menu: { ...entry("Orders", "My orders", IconShoppingBag, "orders.mine"), isOnBar: true },
    Screen: MyOrdersScreen,
  },
  {
    path: "/stockist/create-order",
    menu: {
      ...entry("Orders", "Create order", IconShoppingCartPlus, "orders.save"),
      isOnBar: true,
    },
    Screen: CreateOrderPage,
  },
  {
    path: "/stockist/training-videos",
    menu: entry("Resources", "Training videos", IconVideo, "uploads.list"),
    Screen: TrainingVideosScreen,
  },
  {
    path: "/stockist/my-profile",
    menu: entry("Account", "My profile", IconUser, "profile.get"),
    Screen: ProfilePage,
  },
]);

/** The addresses of distributors and stockists. */
export const memberScreens = [...distributorScreens, ...stockistScreens];
