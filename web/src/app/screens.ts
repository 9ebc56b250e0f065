import { isOfficePath } from "@portal/shared/platform/office-paths.ts";
import { lazyPart } from "../ui/lazy-part.ts";

/** Every screen of the shop after the first one, in a chunk of its own that is loaded when it is opened. */
export const PayPages = lazyPart(async () => (await import("./pay-pages.tsx")).PayPages);
export const LoginScreen = lazyPart(
  async () => (await import("../features/people/accounts/login-screen.tsx")).LoginScreen,
);
/** Pages that a link in a message opens or sends, and the page for unknown addresses. */
export const OtherPages = lazyPart(async () => (await import("./other-pages.tsx")).OtherPages);
export const SignUpScreen = lazyPart(
  async () => (await import("../features/people/accounts/sign-up-screen.tsx")).SignUpScreen,
);
export const MyAccountPage = lazyPart(
  async () => (await import("./my-account-page.tsx")).MyAccountPage,
);
export const ContactScreen = lazyPart(
  async () => (await import("../features/office/contact/contact-screen.tsx")).ContactScreen,
);
export const ProductPage = lazyPart(async () => (await import("./product-page.tsx")).ProductPage);
/** Prerendered: `main.tsx` loads their code before hydration. */
export const ArticlePages = lazyPart(
  async () => (await import("./article-pages.tsx")).ArticlePages,
);

/** From the shop, in a document of their own, which has its code in few files (office.tsx). */
export const OfficePages = lazyPart(async () => {
  if (import.meta.env.PROD && !isOfficePath(openedAt())) await openAnew();
  return (await import("./office-pages.tsx")).OfficePages;
});

/** The address that this document was asked for at. */
function openedAt(): string {
  const [entry] = performance.getEntriesByType("navigation");
  return entry === undefined ? window.location.pathname : new URL(entry.name).pathname;
}

function openAnew(): Promise<never> {
  window.location.reload();
  return new Promise(() => {});
}

export const EditCopyButton = lazyPart(
  async () => (await import("../features/office/content/edit-copy-button.tsx")).EditCopyButton,
);
