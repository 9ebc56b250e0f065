import { BankReconciliation } from "./bank-reconciliation.tsx";
import { CardReconciliation } from "./card-reconciliation.tsx";
import { DocumentRegister } from "./document-register.tsx";
import { IncomeAndExpenses } from "./income.tsx";
import { Owed } from "./owed.tsx";
import { VatOfPeriod } from "./vat-of-period.tsx";

/** The views of the books that the page does not begin with: with them it would be heavier than any other. */
export function OtherView(props: {
  view: "income" | "vat" | "documents" | "owed" | "bank" | "card";
}) {
  switch (props.view) {
    case "income":
      return <IncomeAndExpenses />;
    case "vat":
      return <VatOfPeriod />;
    case "documents":
      return <DocumentRegister />;
    case "owed":
      return <Owed />;
    case "bank":
      return <BankReconciliation />;
    case "card":
      return <CardReconciliation />;
  }
}
