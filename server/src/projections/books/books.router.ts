import {
  balanceAsOfSchema,
  entriesOfDaySchema,
  journalFilesSchema,
  journalsOfMonthSchema,
  vatDocumentsSchema,
  vatPeriodSchema,
} from "@portal/shared/money/books.ts";
import { procedure, router } from "../../platform/http/trpc.ts";
import {
  getTrialBalance,
  listEntriesOfDay,
  listJournals,
  writeJournalFiles,
} from "./books.actions.ts";
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
  vat: procedure("books.vat")
    .input(vatPeriodSchema)
    .query(({ ctx, input }) => getVat(ctx, input)),
  vatDocuments: procedure("books.vatDocuments")
    .input(vatDocumentsSchema)
    .query(({ ctx, input }) => listVatDocuments(ctx, input)),
  vatFiles: procedure("books.vatFiles")
    .input(vatPeriodSchema)
    .query(({ ctx, input }) => writeVatFiles(ctx, input)),
});
