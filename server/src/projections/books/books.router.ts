import {
  accountEntriesSchema,
  balanceAsOfSchema,
  balanceFilesSchema,
  bankAsOfSchema,
  bookOpeningSchema,
  bookRoundingSchema,
  documentsSchema,
  entriesOfDaySchema,
  incomeOfMonthsSchema,
  journalFilesSchema,
  journalsOfMonthSchema,
  periodPageSchema,
  postedBalanceSchema,
  takeBackOpeningSchema,
  takeBackRoundingSchema,
  vatDocumentsSchema,
  vatPeriodSchema,
} from "@portal/shared/money/books.ts";
import { nothingSchema } from "@portal/shared/platform/ids.ts";
import { procedure, router } from "../../platform/http/trpc.ts";
import { getBankReconciliation, writeBankFiles } from "./bank-reconciliation.actions.ts";
import {
  getIncome,
  getPostedBalance,
  getTrialBalance,
  listAccountEntries,
  listEntriesOfDay,
  listJournals,
  writeBalanceFiles,
  writeJournalFiles,
} from "./books.actions.ts";
import { getCardReconciliation, writeCardFiles } from "./card-reconciliation.actions.ts";
import {
  listDocuments,
  listSelfBilled,
  listUnusedNumbers,
  writeDocumentFiles,
} from "./document-register.actions.ts";
import {
  bookOpeningBalance,
  listOpeningBalances,
  takeBackOpeningBalance,
} from "./opening-balance.actions.ts";
import { bookVatRounding, listVatRoundings, takeBackVatRounding } from "./vat-rounding.actions.ts";
import { getVat, listVatDocuments, writeVatFiles } from "./vat.actions.ts";

export const booksRouter = router({
  journals: procedure("books.journals")
    .input(journalsOfMonthSchema)
    .query(({ ctx, input }) => listJournals(ctx, input)),
  entries: procedure("books.entries")
    .input(entriesOfDaySchema)
    .query(({ ctx, input }) => listEntriesOfDay(ctx, input)),
  files: procedure("books.files")
    .input(journalFilesSchema)
    .query(({ ctx, input }) => writeJournalFiles(ctx, input)),
  trialBalance: procedure("books.trialBalance")
    .input(balanceAsOfSchema)
    .query(({ ctx, input }) => getTrialBalance(ctx, input)),
  income: procedure("books.income")
    .input(incomeOfMonthsSchema)
    .query(({ ctx, input }) => getIncome(ctx, input)),
  accountEntries: procedure("books.accountEntries")
    .input(accountEntriesSchema)
    .query(({ ctx, input }) => listAccountEntries(ctx, input)),
  balanceFiles: procedure("books.balanceFiles")
    .input(balanceFilesSchema)
    .query(({ ctx, input }) => writeBalanceFiles(ctx, input)),
  bankReconciliation: procedure("books.bankReconciliation")
    .input(bankAsOfSchema)
    .query(({ ctx, input }) => getBankReconciliation(ctx, input)),
  bankFiles: procedure("books.bankFiles")
    .input(bankAsOfSchema)
    .query(({ ctx, input }) => writeBankFiles(ctx, input)),
  cardReconciliation: procedure("books.cardReconciliation")
    .input(bankAsOfSchema)
    .query(({ ctx, input }) => getCardReconciliation(ctx, input)),
  cardFiles: procedure("books.cardFiles")
    .input(bankAsOfSchema)
    .query(({ ctx, input }) => writeCardFiles(ctx, input)),
  postedBalance: procedure("books.postedBalance")
    .input(postedBalanceSchema)
    .query(({ ctx, input }) => getPostedBalance(ctx, input)),
  vat: procedure("books.vat")
    .input(vatPeriodSchema)
    .query(({ ctx, input }) => getVat(ctx, input)),
  vatDocuments: procedure("books.vatDocuments")
    .input(vatDocumentsSchema)
    .query(({ ctx, input }) => listVatDocuments(ctx, input)),
  vatFiles: procedure("books.vatFiles")
    .input(vatPeriodSchema)
    .query(({ ctx, input }) => writeVatFiles(ctx, input)),
  vatRoundings: procedure("books.vatRoundings")
    .input(vatPeriodSchema)
    .query(({ ctx, input }) => listVatRoundings(ctx.readDb, input)),
  bookRounding: procedure("books.bookRounding")
    .input(bookRoundingSchema)
    .mutation(({ ctx, input }) => bookVatRounding(ctx, ctx.user, input)),
  takeBackRounding: procedure("books.takeBackRounding")
    .input(takeBackRoundingSchema)
    .mutation(({ ctx, input }) => takeBackVatRounding(ctx, input)),
  openingBalances: procedure("books.openingBalances")
    .input(nothingSchema)
    .query(({ ctx }) => listOpeningBalances(ctx.readDb)),
  bookOpening: procedure("books.bookOpening")
    .input(bookOpeningSchema)
    .mutation(({ ctx, input }) => bookOpeningBalance(ctx, ctx.user, input)),
  takeBackOpening: procedure("books.takeBackOpening")
    .input(takeBackOpeningSchema)
    .mutation(({ ctx, input }) => takeBackOpeningBalance(ctx, input)),
  documents: procedure("books.documents")
    .input(documentsSchema)
    .query(({ ctx, input }) => listDocuments(ctx, input)),
  unusedNumbers: procedure("books.unusedNumbers")
    .input(periodPageSchema)
    .query(({ ctx, input }) => listUnusedNumbers(ctx, input)),
  selfBilled: procedure("books.selfBilled")
    .input(periodPageSchema)
    .query(({ ctx, input }) => listSelfBilled(ctx, input)),
  documentFiles: procedure("books.documentFiles")
    .input(vatPeriodSchema)
    .query(({ ctx, input }) => writeDocumentFiles(ctx, input)),
});
