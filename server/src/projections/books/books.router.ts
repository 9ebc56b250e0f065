import {
  balanceAsOfSchema,
  entriesOfDaySchema,
  journalFilesSchema,
  journalsOfMonthSchema,
} from "@portal/shared/money/books.ts";
import { procedure, router } from "../../platform/http/trpc.ts";
import {
  getTrialBalance,
  listEntriesOfDay,
  listJournals,
  writeJournalFiles,
} from "./books.actions.ts";

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
});
