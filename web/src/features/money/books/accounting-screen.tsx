import { Stack } from "@mantine/core";
import type { FirstAndLast } from "@portal/shared/platform/calendar.ts";
import { IconCalendarCheck } from "@tabler/icons-react";
import { Suspense } from "react";
import { useRegionWords } from "../../../session/use-region-words.ts";
import { Loading } from "../../../ui/feedback.tsx";
import { lazyPart } from "../../../ui/lazy-part.ts";
import { ListViews } from "../../../ui/list/list-views.tsx";
import { fileAction, PageHeader } from "../../../ui/page-header.tsx";
import { useUrlParams } from "../../../ui/url-params.ts";
import { noAccountParams } from "./account-ledger.tsx";
import { periodIn } from "./books-period.tsx";
import { Journals } from "./journals.tsx";
import { TrialBalance } from "./trial-balance.tsx";

const OtherView = lazyPart(async () => (await import("./other-views.tsx")).OtherView);

const views = [
  { value: "journals", label: "Journals" },
  { value: "trial-balance", label: "Trial balance" },
  { value: "income", label: "Income and expenses" },
  { value: "vat", label: "VAT" },
  { value: "documents", label: "Documents" },
  { value: "owed", label: "Owed" },
  { value: "bank", label: "Bank" },
  { value: "card", label: "Card provider" },
] as const;

/** The ledger as double entry: the journals of a month, the trial balance of a day, income and expenses, VAT and documents of a period, what is owed, the bank, the card provider. */
export function AccountingScreen() {
  const { taxHeadings } = useRegionWords();
  const [params, change] = useUrlParams();
  const view = views.find(({ value }) => value === params.get("view"))?.value ?? "journals";
  return (
    <Stack gap="sm">
      <PageHeader
        title="Books"
        actions={[
          { label: "Month end", icon: IconCalendarCheck, href: "/admin/month-end" },
          ...(view === "documents"
            ? fileAction(documentsAddress(periodIn((name) => params.get(name))))
            : []),
          ...(view === "owed" ? fileAction("/office/owed.xlsx") : []),
        ]}
      />
      <ListViews
        label="View"
        chosen={view}
        views={views.map((each) =>
          each.value === "vat" ? { ...each, label: taxHeadings.tax } : each,
        )}
        onChosen={(value) =>
          change({
            view: value === "journals" ? null : value,
            day: null,
            figure: null,
            show: null,
            ...noAccountParams,
          })
        }
      />
      {view === "journals" && <Journals />}
      {view === "trial-balance" && <TrialBalance />}
      {view !== "journals" && view !== "trial-balance" && (
        <Suspense fallback={<Loading what="books" lines={6} />}>
          <OtherView view={view} />
        </Suspense>
      )}
    </Stack>
  );
}

/** The workbook of a period. */
function documentsAddress({ from, to }: FirstAndLast): string {
  return `/office/accounting-documents.xlsx?from=${from}&to=${to}`;
}
