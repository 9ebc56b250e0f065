import { Stack } from "@mantine/core";
import { IconCalendarCheck } from "@tabler/icons-react";
import { ListViews } from "../../../ui/list/list-views.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { useUrlParams } from "../../../ui/url-params.ts";
import { Journals } from "./journals.tsx";
import { TrialBalance } from "./trial-balance.tsx";
import { VatOfPeriod } from "./vat-of-period.tsx";

const views = [
  { value: "journals", label: "Journals" },
  { value: "trial-balance", label: "Trial balance" },
  { value: "vat", label: "VAT" },
] as const;

/** The ledger as double entry: the journals of a month, the trial balance of a day, and the VAT of a period. */
export function AccountingScreen() {
  const [params, change] = useUrlParams();
  const view = views.find(({ value }) => value === params.get("view"))?.value ?? "journals";
  return (
    <Stack gap="sm">
      <PageHeader
        title="Accounting"
        actions={[{ label: "Month end", icon: IconCalendarCheck, href: "/admin/month-end" }]}
      />
      <ListViews
        label="View"
        chosen={view}
        views={views}
        onChosen={(value) =>
          change({ view: value === "journals" ? null : value, day: null, figure: null })
        }
      />
      {view === "journals" && <Journals />}
      {view === "trial-balance" && <TrialBalance />}
      {view === "vat" && <VatOfPeriod />}
    </Stack>
  );
}
