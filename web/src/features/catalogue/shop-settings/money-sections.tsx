import { NativeSelect, Textarea, TextInput } from "@mantine/core";
import { type AccountKey, accountKeys, defaultChartOf } from "@portal/shared/catalogue/chart.ts";
import { monthsOfYear } from "@portal/shared/catalogue/financial-year.ts";
import { percentWords } from "@portal/shared/network/commission-words.ts";
import { monthNames } from "@portal/shared/platform/calendar.ts";
import { bankBranchName } from "@portal/shared/platform/region.ts";
import { MoneyInput, PercentInput, WholeNumberInput } from "../../../ui/number-inputs.tsx";
import { SectionForm, type SectionProps, useSection } from "./section-form.tsx";

/** The currency of the shop's own region. */
function currencyOf({ regions, region }: SectionProps["settings"]) {
  return regions.find(({ code }) => code === region)?.currency ?? "ZAR";
}

export function BankSection(props: SectionProps) {
  const { form, shell } = useSection(props, ({ bank }) => ({ section: "bank" as const, ...bank }));
  return (
    <SectionForm {...shell}>
      <TextInput label="Bank" autoComplete="off" {...form.getInputProps("bankName")} />
      <TextInput
        label="Account name"
        autoComplete="off"
        {...form.getInputProps("bankAccountName")}
      />
      <TextInput
        label="Account type"
        autoComplete="off"
        {...form.getInputProps("bankAccountType")}
      />
      <TextInput
        label="Account number"
        description="Shown to customers who pay by bank transfer. A change is only proposed."
        autoComplete="off"
        {...form.getInputProps("bankAccountNumber")}
      />
      <TextInput
        label={bankBranchName(currencyOf(props.settings))}
        autoComplete="off"
        {...form.getInputProps("bankBranchCode")}
      />
    </SectionForm>
  );
}

export function PayoutsSection(props: SectionProps) {
  const { region, lowerRates } = props.settings;
  const currency = currencyOf(props.settings);
  const { form, shell } = useSection(
    props,
    ({ payouts }) => ({ section: "payouts" as const, ...payouts }),
    ["payoutMinimum", "creditPasswordAbove", "withholdingBps", "contractorFormFrom"],
  );
  return (
    <SectionForm {...shell}>
      <WholeNumberInput
        label="Waiting period"
        description="New commission becomes available after this many days. A shorter wait is only proposed."
        required
        unit="days"
        {...form.getInputProps("payoutHoldDays")}
      />
      <MoneyInput
        label="Minimum payout"
        description="Distributors cannot request less than this. Open requests are not affected."
        required
        currency={currency}
        {...form.getInputProps("payoutMinimum")}
      />
      <MoneyInput
        label="Ask for password above"
        description="For turning commission into store credit and for paying with it. Each is added up over 24 hours. A higher amount is only proposed."
        required
        currency={currency}
        {...form.getInputProps("creditPasswordAbove")}
      />
      <PercentInput
        label="Tax withheld"
        description={`Of every payout, unless the person has a rate of their own. Open requests are not affected. A lower rate is only proposed.${lowerWords(lowerRates)}`}
        required
        {...form.getInputProps("withholdingBps")}
      />
      {region === "uk" && (
        <TextInput
          label="Service user number"
          description="Six digits, for Bacs files."
          autoComplete="off"
          {...form.getInputProps("payoutOriginatorId")}
        />
      )}
      {region === "usa" && (
        <>
          <TextInput
            label="Company identification"
            description="Ten characters from the bank, for ACH."
            autoComplete="off"
            {...form.getInputProps("payoutOriginatorId")}
          />
          <MoneyInput
            label="1099-NEC from"
            description="Paid in a year, for 2027 and later. Earlier years use $600.00, and $2,000.00 for 2026."
            required
            currency={currency}
            {...form.getInputProps("contractorFormFrom")}
          />
        </>
      )}
    </SectionForm>
  );
}

/** " Lower by decision: Ben Botha 15%." */
function lowerWords(rates: SectionProps["settings"]["lowerRates"]): string {
  if (rates.length === 0) return "";
  return ` Lower by decision: ${rates.map(({ name, bps }) => `${name} ${percentWords(bps)}`).join(", ")}.`;
}

/** What the account is for, where its name does not say it. */
const accountHelp: Readonly<Partial<Record<AccountKey, string>>> = {
  bank: "Code, a space and the name in your accounting program. Changes apply to all journals, past ones included.",
  cardClearing: "Card payments that the provider has not paid out yet.",
  customers:
    "Part payments, overpayments and money of cancelled orders. Not your program’s own debtors account.",
  commissionOwed: "Not your program’s own creditors account.",
  purchases: "What suppliers were paid. Stock and cost of sales are for your accounting program.",
  elsewhere:
    "Transactions that your accounting program also has. There it has the other side of each, so that nothing is left.",
  suspense: "Transactions that are not explained. Month end asks for them.",
  ownerAccount: "What owners took out or put in, and loans.",
  retainedEarnings: "What earlier financial years brought. No journal has a line on it.",
};

export function AccountingSection(props: SectionProps) {
  const { accounts } = defaultChartOf(props.settings.region);
  const { form, shell } = useSection(props, ({ accounting }) => ({
    section: "accounting" as const,
    ...accounting,
  }));
  return (
    <SectionForm {...shell}>
      <NativeSelect
        label="Financial year begins in"
        description="Income and expenses begin each year at 0. Closed months keep their year: after a change it goes on until the chosen month comes."
        required
        data={monthsOfYear.map((value) => ({
          value,
          label: monthNames[Number(value) - 1] ?? value,
        }))}
        {...form.getInputProps("yearBeginsIn")}
      />
      {accountKeys.map((key) => (
        <TextInput
          key={key}
          label={accounts[key].name}
          description={accountHelp[key]}
          required
          autoComplete="off"
          {...form.getInputProps(key)}
        />
      ))}
      <Textarea
        label="Sales accounts of products"
        description="Product number, code and name, one product in each line: 94 4001 Bottles. All other products use the account for sales."
        rows={4}
        {...form.getInputProps("salesOfProducts")}
      />
    </SectionForm>
  );
}
