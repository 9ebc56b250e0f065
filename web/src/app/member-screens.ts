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
import { askForWallet } from "../features/money/wallets/wallet-queries.ts";
import { askForMyNetwork } from "../features/network/members/tree-store.ts";
import { askForMyOrders } from "../features/sales/orders/my-orders-queries.ts";
import { entry, screensOf } from "./navigation.ts";

const landingScreen = async () =>
  (await import("../features/people/accounts/landing-screen.tsx")).LandingScreen;
const addressBookScreen = async () =>
  (await import("../features/people/addresses/address-book-screen.tsx")).AddressBookScreen;
const myOrdersScreen = async () =>
  (await import("../features/sales/orders/my-orders-screen.tsx")).MyOrdersScreen;
const createOrderPage = async () => (await import("./create-order-page.tsx")).CreateOrderPage;
const trainingVideosScreen = async () =>
  (await import("../features/office/uploads/training-videos-screen.tsx")).TrainingVideosScreen;
const profileSections = async () =>
  (await import("../features/people/accounts/profile-sections.tsx")).ProfileSections;

const distributorScreens = screensOf("distributor", [
  { path: "/distributor/landing", load: landingScreen },
  {
    path: "/distributor/my-network",
    menu: { ...entry("Network", "My network", IconSitemap, "network.tree"), isOnBar: true },
    load: async () =>
      (await import("../features/network/members/my-network-screen.tsx")).MyNetworkScreen,
    start: askForMyNetwork,
  },
  {
    path: "/distributor/my-wallet",
    menu: { ...entry("Commission", "My wallet", IconWallet, "wallet.mine"), isOnBar: true },
    load: async () => (await import("../features/money/wallets/wallet-screen.tsx")).WalletScreen,
    start: askForWallet,
  },
  {
    path: "/distributor/my-statements",
    menu: entry("Commission", "My statements", IconFileInvoice, "statements.months"),
    load: async () =>
      (await import("../features/money/statements/member-statements.tsx")).MyStatementsScreen,
  },
  {
    path: "/distributor/my-address-book",
    menu: entry("Orders", "My address book", IconAddressBook, "addresses.list"),
    load: addressBookScreen,
  },
  {
    path: "/distributor/my-orders",
    menu: { ...entry("Orders", "My orders", IconShoppingBag, "orders.mine"), isOnBar: true },
    load: myOrdersScreen,
    start: askForMyOrders,
  },
  {
    path: "/distributor/create-order",
    menu: { ...entry("Orders", "Create order", IconShoppingCartPlus, "orders.save"), ofVersion: 0 },
    load: createOrderPage,
  },
  {
    path: "/distributor/training-videos",
    menu: entry("Resources", "Training videos", IconVideo, "uploads.list"),
    load: trainingVideosScreen,
  },
  {
    path: "/distributor/documents",
    menu: entry("Resources", "Documents", IconFileText, "uploads.list"),
    load: async () =>
      (await import("../features/office/uploads/documents-screen.tsx")).DocumentsScreen,
  },
  {
    path: "/distributor/my-profile",
    menu: entry("Account", "My profile", IconUser, "profile.get"),
    load: profileSections,
  },
]);

const stockistScreens = screensOf("stockist", [
  { path: "/stockist/landing", load: landingScreen },
  {
    path: "/stockist/my-address-book",
    menu: {
      ...entry("Orders", "My address book", IconAddressBook, "addresses.list"),
      isOnBar: true,
    },
    load: addressBookScreen,
  },
  {
    path: "/stockist/my-orders",
    menu: { ...entry("Orders", "My orders", IconShoppingBag, "orders.mine"), isOnBar: true },
    load: myOrdersScreen,
    start: askForMyOrders,
  },
  {
    path: "/stockist/create-order",
    menu: {
      ...entry("Orders", "Create order", IconShoppingCartPlus, "orders.save"),
      isOnBar: true,
    },
    load: createOrderPage,
  },
  {
    path: "/stockist/training-videos",
    menu: entry("Resources", "Training videos", IconVideo, "uploads.list"),
    load: trainingVideosScreen,
  },
  {
    path: "/stockist/my-profile",
    menu: entry("Account", "My profile", IconUser, "profile.get"),
    load: profileSections,
  },
]);

/** The addresses of distributors and stockists. */
export const memberScreens = [...distributorScreens, ...stockistScreens];
