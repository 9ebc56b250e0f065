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
import { lazy } from "react";
import { entry, type OfficeScreen } from "./navigation.ts";

const LandingScreen = lazy(async () => ({
  default: (await import("../features/people/accounts/landing-screen.tsx")).LandingScreen,
}));
const AddressBookScreen = lazy(async () => ({
  default: (await import("../features/people/addresses/address-book-screen.tsx")).AddressBookScreen,
}));
const MyOrdersScreen = lazy(async () => ({
  default: (await import("../features/sales/orders/my-orders-screen.tsx")).MyOrdersScreen,
}));
const CreateOrderPage = lazy(async () => ({
  default: (await import("./create-order-page.tsx")).CreateOrderPage,
}));
const TrainingVideosScreen = lazy(async () => ({
  default: (await import("../features/office/uploads/training-videos-screen.tsx"))
    .TrainingVideosScreen,
}));
const ProfilePage = lazy(async () => ({
  default: (await import("./profile-page.tsx")).ProfilePage,
}));

/** The addresses of distributors and stockists. */
export const memberScreens: readonly OfficeScreen[] = [
  { path: "/distributor/landing", role: "distributor", Screen: LandingScreen },
  {
    path: "/distributor/my-network",
    role: "distributor",
    menu: { ...entry("Network", "My network", IconSitemap, "network.tree"), isOnBar: true },
    Screen: lazy(async () => ({ default: (await import("./my-network-page.tsx")).MyNetworkPage })),
  },
  {
    path: "/distributor/my-wallet",
    role: "distributor",
    menu: { ...entry("Commission", "My wallet", IconWallet, "wallet.mine"), isOnBar: true },
    Screen: lazy(async () => ({
      default: (await import("../features/money/wallets/wallet-screen.tsx")).WalletScreen,
    })),
  },
  {
    path: "/distributor/my-statements",
    role: "distributor",
    menu: entry("Commission", "My statements", IconFileInvoice, "statements.months"),
    Screen: lazy(async () => ({
      default: (await import("../features/money/statements/member-statements.tsx"))
        .MyStatementsScreen,
    })),
  },
  {
    path: "/distributor/my-address-book",
    role: "distributor",
    menu: entry("Orders", "My address book", IconAddressBook, "addresses.list"),
    Screen: AddressBookScreen,
  },
  {
    path: "/distributor/my-orders",
    role: "distributor",
    menu: { ...entry("Orders", "My orders", IconShoppingBag, "orders.mine"), isOnBar: true },
    Screen: MyOrdersScreen,
  },
  {
    path: "/distributor/create-order",
    role: "distributor",
    menu: { ...entry("Orders", "Create order", IconShoppingCartPlus, "orders.save"), ofVersion: 0 },
    Screen: CreateOrderPage,
  },
  {
    path: "/distributor/training-videos",
    role: "distributor",
    menu: entry("Resources", "Training videos", IconVideo, "uploads.list"),
    Screen: TrainingVideosScreen,
  },
  {
    path: "/distributor/documents",
    role: "distributor",
    menu: entry("Resources", "Documents", IconFileText, "uploads.list"),
    Screen: lazy(async () => ({
      default: (await import("../features/office/uploads/documents-screen.tsx")).DocumentsScreen,
    })),
  },
  {
    path: "/distributor/my-profile",
    role: "distributor",
    menu: entry("Account", "My profile", IconUser, "profile.get"),
    Screen: ProfilePage,
  },
  { path: "/stockist/landing", role: "stockist", Screen: LandingScreen },
  {
    path: "/stockist/my-address-book",
    role: "stockist",
    menu: {
      ...entry("Orders", "My address book", IconAddressBook, "addresses.list"),
      isOnBar: true,
    },
    Screen: AddressBookScreen,
  },
  {
    path: "/stockist/my-orders",
    role: "stockist",
    menu: { ...entry("Orders", "My orders", IconShoppingBag, "orders.mine"), isOnBar: true },
    Screen: MyOrdersScreen,
  },
  {
    path: "/stockist/create-order",
    role: "stockist",
    menu: {
      ...entry("Orders", "Create order", IconShoppingCartPlus, "orders.save"),
      isOnBar: true,
    },
    Screen: CreateOrderPage,
  },
  {
    path: "/stockist/training-videos",
    role: "stockist",
    menu: entry("Resources", "Training videos", IconVideo, "uploads.list"),
    Screen: TrainingVideosScreen,
  },
  {
    path: "/stockist/my-profile",
    role: "stockist",
    menu: entry("Account", "My profile", IconUser, "profile.get"),
    Screen: ProfilePage,
  },
];
