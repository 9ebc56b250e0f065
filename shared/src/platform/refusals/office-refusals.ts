import { lookbackDays, signInHoldHours } from "../constants.ts";
import {
  badRequest,
  conflict,
  forbidden,
  notFound,
  tooManyRequests,
  unavailable,
  type Refusals,
} from "./refusals.ts";

/** Content and uploads of the office. */
export const officeRefusals = {
  "edit.changed-meanwhile": conflict(
    "Someone else has changed this. Reload to see the latest version.",
  ),
  "emailcopy.fixed": forbidden(
    "This text is fixed: it warns its reader, or carries a code or a link.",
  ),
  "proposal.unknown": notFound("We could not find that change."),
  "proposal.own": forbidden("You proposed this, so someone else must confirm it."),
  "proposal.too-close": forbidden(
    `You cannot confirm this, because you two are too close: in the last ${lookbackDays} days one of you helped to make the other an admin, or you share a mobile number or mailbox. You can decline it.`,
  ),
  "proposal.concerns-you": forbidden(
    "This is about one of you or pays one of you, so someone else must confirm it. You can decline it.",
  ),
  "proposal.on-hold": forbidden(
    `Your sign-in details changed in the last ${signInHoldHours} hours. Until then you can decline, but not confirm.`,
  ),
  "proposal.pays-you": forbidden("This would pay you, so another admin must propose it."),
  "proposal.own-rename": forbidden(
    `You changed this person’s name or email in the last ${lookbackDays} days, so another admin must propose it.`,
  ),
  "proposal.person-changed": conflict(
    "A person of this decision has another name or email than when it was proposed, or is another person. Propose it again if it is still wanted.",
  ),
  "proposal.commission-changed": conflict(
    "It would bring members another commission than when it was proposed. Propose it again if it is still wanted.",
  ),
  "proposal.not-yours": forbidden("Only the person who proposed this can withdraw it."),
  "proposal.too-many": conflict(
    "You have 20 proposals waiting. Wait until some are decided, or withdraw some.",
  ),
  "proposal.settled": conflict("This has already been decided."),
  "ledger.not-undecided": notFound("Ledger health names no such event or decision."),
  "proposal.outdated": conflict(
    "What it would replace has changed in the meantime. Propose it again if it is still wanted.",
  ),
  "proposal.proposer-gone": conflict(
    "The person who proposed this is no longer an admin, or is locked.",
  ),
  "proposal.confirmer-gone": conflict(
    "The person who confirmed this is no longer an admin, or is locked.",
  ),
  "proposal.upgraded": conflict(
    "The portal was updated while this was waiting. Propose it again if it is still wanted.",
  ),
  "proposal.restored": conflict(
    "A backup was restored while this was waiting. Propose it again if it is still wanted.",
  ),
  "proposal.link-ended": notFound("This link no longer works. The change was already decided."),
  "decision.needed": conflict(
    "Together with what was recorded before, this is above the limit, so another admin must confirm it.",
  ),
  "settings.currency-in-use": conflict(
    "You cannot change the currency because orders exist in it.",
  ),
  "settings.vat-of-closed-month": conflict(
    "This would change the tax on documents in a closed month. Choose a date after the last closed month.",
  ),
  "settings.vat-number-in-use": conflict(
    "Your shop is registered for VAT, so its invoices need the VAT number. To stop charging VAT, change “Registered for VAT” first.",
  ),
  "settings.no-vat-number": conflict(
    "Invoices with VAT need your VAT number. Enter it under Company details first.",
  ),
  "settings.vat-day-past": conflict(
    "Choose today or a later day. Documents of earlier days keep their rate.",
  ),
  "settings.wrong-company-number": badRequest(
    "Enter the number as the register gives it, such as 2015/123456/07, SC123456 or 12-3456789, without words.",
  ),
  "settings.wrong-vat-number": badRequest(
    "Enter the VAT number alone: in South Africa 10 digits that begin with 4, in the United Kingdom 9 digits, elsewhere none.",
  ),
  "settings.wrong-whatsapp-link": badRequest(
    "Enter https://wa.me/ and the number with its country code, such as https://wa.me/27821234567.",
  ),
  "product.unknown": notFound("We could not find that product."),
  "product.many-waiting": tooManyRequests(
    "Too many people are waiting for this product. Look again in a few days.",
  ),
  "product.in-stock": conflict("This product is back in stock. Reload the page to order it."),
  "product.ordered": conflict(
    "This product has been ordered, so you cannot delete it. Select Discontinued instead.",
  ),
  "product.delivery": conflict(
    "The DELIVERY product is used to charge for parcels, so it must stay in stock and there can only be one.",
  ),
  "product.same-code": conflict(
    "Another product has this code, or one that looks the same. Choose another code.",
  ),
  "testimonial.unknown": notFound("We could not find that testimonial."),
  "content.empty": badRequest("Enter a text."),
  "content.account-number": badRequest(
    "This reads like a bank account, and only our own may stand here. Write words between numbers, and leave out other phone numbers.",
  ),
  "content.foreign-address": badRequest(
    "Link to our own pages only, and write no other web or email address.",
  ),
  "export.too-long": badRequest(
    "Too many rows for one file. Choose a shorter period or one status.",
  ),
  "archive.waiting": conflict(
    "Another file of this kind is being written. Try again when it has finished.",
  ),
  "archive.empty": badRequest("There is nothing to export in this period."),
  "archive.not-begun": badRequest("This period has not begun. Choose an earlier one."),
  "archive.unknown": notFound("We could not find that file. Export it again."),
  "upload.unknown": notFound("We could not find that file."),
  "upload.no-file": badRequest("Choose a file."),
  "upload.wrong-kind": badRequest("This kind of file is not accepted here."),
  "upload.too-large": badRequest("This file is too large."),
  "upload.unreadable-picture": badRequest(
    "We could not read this picture. Save it as JPEG or PNG and try again.",
  ),
  "upload.wrong-captions": badRequest(
    "We could not read these captions. Choose a WebVTT file (.vtt).",
  ),
  "upload.wrong-fields": badRequest("We could not read the form."),
  "upload.other-place": conflict("The upload continues at another place. Try again."),
  "upload.no-room": unavailable("The disk is full. Contact your server administrator."),
  "upload.quota": tooManyRequests("You have reached today’s upload limit. Try again tomorrow."),
  "upload.in-use": conflict("This picture is in use. Replace it first."),
} satisfies Refusals;

/** Bank and provider data, months, the plan and the ledger. */
export const projectionRefusals = {
  "bankline.unknown": notFound("We could not find that bank transaction."),
  "bankline.decided": conflict("This transaction has already been processed."),
  "bankline.account-unknown": conflict(
    "This bank account is not known yet. Once it is confirmed under Decisions, upload its statement again.",
  ),
  "bankline.copy": conflict(
    "This transaction may be a copy of one that was used already, from another file of the bank. Compare both first.",
  ),
  "bankline.own-upload": conflict(
    "You, or an admin too close to you, uploaded this transaction or undid what it was. With what you recorded of such uploads lately, it is above the limit for a second approval. Ask another admin to record it.",
  ),
  "bankline.returned-payout": conflict(
    "This transaction returned a payout, so the money is in the wallet. Undo the return instead.",
  ),
  "bankline.repaid-commission": conflict(
    "This transaction paid back commission, so the money is in the wallet. Undo the repayment instead.",
  ),
  "bankline.columns-unknown": notFound("That choice of columns is no longer there."),
  "bankline.wrong-sum": badRequest("The amounts do not add up to the transaction."),
  "bankline.unreadable": badRequest("We could not read this file as a bank statement."),
  "bankdebit.decided": conflict("This outgoing payment has already been explained or reopened."),
  "bankdebit.rule-unknown": notFound("That rule is no longer there."),
  "bankentry.booked": conflict("This money is already booked."),
  "bankentry.not-booked": conflict("This money is no longer booked."),
  "books.stopped": conflict(
    "There are no figures of this date, because an event before it rests on one that is dated later. Choose another date.",
  ),
  "ledgerrun.no-statement": conflict(
    "No bank statement is stored yet. Upload one under Bank payments.",
  ),
  "ledgerrun.waiting": conflict("Another run is in progress. Try again when it has finished."),
  "plan.no-simulation": notFound("We could not find that plan test."),
  "plan.simulations-busy": tooManyRequests(
    "Another plan test is running. Try again when it finishes.",
  ),
  "plan.not-simulated": conflict("Test this plan before you publish it."),
  "plan.outdated": conflict("Another plan has been published since. Test this one again."),
  "plan.above-ceiling": badRequest(
    "This plan pays more than the limit. Confirm that you want this.",
  ),
  "plan.in-force": conflict("This plan already applies."),
  "plan.one-waiting": conflict(
    "Another plan is already scheduled. Cancel it before you publish this one.",
  ),
  "plan.not-waiting": conflict("This plan is no longer scheduled."),
  "plan.day-is-over": badRequest("Choose a future date. A plan cannot apply to the past."),
  "plan.day-too-far": badRequest("Choose a date within the next year."),
  "settlement.unreadable": badRequest("We could not read this file as a settlement file."),
  "cardmatch.fees-changed": conflict("These fees have changed since. Check them and try again."),
  "books.account-names": conflict(
    "QuickBooks Desktop takes 31 plain characters of an account’s name, so these names are empty or the same there. Give them shorter or other names under Other Settings, Accounting.",
  ),
  "books.account-codes": conflict(
    "Xero takes codes of at most 10 characters. Give these accounts shorter codes under Other Settings, Accounting.",
  ),
  "books.opening-changed": conflict(
    "This opening balance has changed. Reload to see the latest version.",
  ),
  "books.rounding-changed": conflict(
    "This rounding has changed since. Reload to see the latest version.",
  ),
  "difference.decided": conflict("This difference has changed. Reload to see the latest version."),
  "difference.own": conflict(
    "You, or an admin too close to you, recorded this. Above the limit for a second approval, another admin accepts it.",
  ),
  "cardmatch.decided": conflict("This exception has changed. Reload to see the latest version."),
  "cardmatch.period-too-long": badRequest("Choose a period of three months or less."),
  "notification.unknown": notFound("We could not find that notification."),
  "notification.applied": conflict("This notification has already been applied."),
  "notification.settled": conflict("This notification no longer needs a decision."),
  "notification.forgotten": conflict(
    "This notification’s data has been deleted, so it cannot be checked again.",
  ),
  "month.not-over": conflict("This month is not over yet."),
  "month.already-closed": conflict("This month is already closed."),
  "month.out-of-order": conflict("Close the earlier month first."),
  "month.steps-open": conflict(
    "Some steps of the month end are not done. Check them again before you close this month.",
  ),
  "month.wrong-facts": conflict("This closing does not continue from the previous one."),
  "statement.unknown": notFound("We could not find that statement."),
  "ledger.newer-release": unavailable("We are updating the shop. Try again in a few minutes."),
  "ledger.projections-behind": unavailable(
    "We are bringing our figures up to date. Try again in a few minutes.",
  ),
  "ledger.wrong-stream": badRequest("This event does not belong in that stream."),
} satisfies Refusals;
