import { lazy } from "react";

/** Every screen of the shop behind the first one, each with its code in a file of its own that comes when it is opened. */
export const PayPage = lazy(async () => ({
  default: (await import("./pay-page.tsx")).PayPage,
}));
export const PaymentResultScreen = lazy(async () => ({
  default: (await import("../features/sales/payments/payment-result-screen.tsx"))
    .PaymentResultScreen,
}));
export const LoginScreen = lazy(async () => ({
  default: (await import("../features/people/accounts/login-screen.tsx")).LoginScreen,
}));
export const OfficeRedirect = lazy(async () => ({
  default: (await import("./office-redirect.tsx")).OfficeRedirect,
}));
export const ForgotPasswordScreen = lazy(async () => ({
  default: (await import("../features/people/accounts/forgot-password-screen.tsx"))
    .ForgotPasswordScreen,
}));
export const ForgotPasswordSentScreen = lazy(async () => ({
  default: (await import("../features/people/accounts/forgot-password-screen.tsx"))
    .ForgotPasswordSentScreen,
}));
export const SetPasswordScreen = lazy(async () => ({
  default: (await import("../features/people/accounts/set-password-screen.tsx")).SetPasswordScreen,
}));
export const HandOverScreen = lazy(async () => ({
  default: (await import("../features/people/accounts/hand-over-screen.tsx")).HandOverScreen,
}));
export const ConfirmEmailScreen = lazy(async () => ({
  default: (await import("../features/people/accounts/contact-change-screens.tsx"))
    .ConfirmEmailScreen,
}));
export const NotMeScreen = lazy(async () => ({
  default: (await import("../features/people/accounts/contact-change-screens.tsx")).NotMeScreen,
}));
export const InvitationScreen = lazy(async () => ({
  default: (await import("../features/people/accounts/invitation-screen.tsx")).InvitationScreen,
}));
export const SignUpScreen = lazy(async () => ({
  default: (await import("../features/people/accounts/sign-up-screen.tsx")).SignUpScreen,
}));
export const MyAccountPage = lazy(async () => ({
  default: (await import("./my-account-page.tsx")).MyAccountPage,
}));
export const ShownTestimonials = lazy(async () => ({
  default: (await import("../features/office/testimonials/shown-testimonials.tsx"))
    .ShownTestimonials,
}));
export const GuestOffer = lazy(async () => ({
  default: (await import("../features/people/accounts/guest-offer.tsx")).GuestOffer,
}));
export const ContactScreen = lazy(async () => ({
  default: (await import("../features/office/contact/contact-screen.tsx")).ContactScreen,
}));
/** The code of the pages that come prerendered. */
export const articleCode = {
  "/privacy-policy": async () => ({
    default: (await import("../features/office/pages/privacy-policy-screen.tsx"))
      .PrivacyPolicyScreen,
  }),
  "/returns-policy": async () => ({
    default: (await import("../features/office/pages/returns-policy-screen.tsx"))
      .ReturnsPolicyScreen,
  }),
  "/shipping-info": async () => ({
    default: (await import("../features/office/pages/shipping-info-screen.tsx")).ShippingInfoScreen,
  }),
  "/accessibility": async () => ({
    default: (await import("../features/office/pages/accessibility-screen.tsx"))
      .AccessibilityScreen,
  }),
};
export const PrivacyPolicyScreen = lazy(articleCode["/privacy-policy"]);
export const ReturnsPolicyScreen = lazy(articleCode["/returns-policy"]);
export const ShippingInfoScreen = lazy(articleCode["/shipping-info"]);
export const AccessibilityScreen = lazy(articleCode["/accessibility"]);

/** Members do without the addresses and signs of the office's pages. */
export const MemberPages = lazy(async () => {
  const [{ pagesOf }, { memberScreens }] = await Promise.all([
    import("./office-pages.tsx"),
    import("./member-screens.ts"),
  ]);
  return { default: pagesOf(memberScreens) };
});
export const OfficePages = lazy(async () => {
  const [{ pagesOf }, { officeScreens }] = await Promise.all([
    import("./office-pages.tsx"),
    import("./office-screens.ts"),
  ]);
  return { default: pagesOf(officeScreens) };
});
export const EditCopyButton = lazy(async () => ({
  default: (await import("../features/office/content/edit-copy-button.tsx")).EditCopyButton,
}));
