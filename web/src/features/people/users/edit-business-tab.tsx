import "../../../theme/mantine-forms.ts";
import { TextInput } from "@mantine/core";
import { changesTerms, type UserDetail } from "./edit-user-form.ts";
import classes from "./form-dialog.module.css";
import { Notice } from "../../../ui/notice.tsx";
import { typedPercentSchema } from "./percent.ts";
import { CompanyFields, PercentField, PercentFields } from "./stockist-fields.tsx";
import { TermsHistory } from "./terms-history.tsx";
import { TickField } from "./tick-field.tsx";
import type { EditForm } from "./use-edit-user.ts";

type Props = { user: UserDetail; form: EditForm };

/** What belongs to the role: a company for everybody, percentages and places for members. */
export function EditBusinessTab(props: Props) {
  const { user, form } = props;
  const isStockist = user.role === "stockist";
  return (
    <div className={classes.form}>
      <TextInput
        label={isStockist ? "Company" : "Company (optional)"}
        required={isStockist}
        autoComplete="off"
        {...form.getInputProps("company")}
      />
      {user.role === "customer" && (
        <PercentField
          label="Discount (optional)"
          description="This customer’s own, a whole number from 0 to 99."
          {...form.getInputProps("margin")}
        />
      )}
      {(user.role === "distributor" || user.role === "school") && <DistributorFields form={form} />}
      {isStockist && <StockistFields {...props} />}
    </div>
  );
}

function DistributorFields(props: { form: EditForm }) {
  const { form } = props;
  return (
    <>
      <TextInput
        label="Area (optional)"
        autoComplete="off"
        {...form.getInputProps("distributorArea")}
      />
      <TextInput
        label="Version"
        description="0 shows “Create order” in their menu."
        inputMode="numeric"
        required
        {...form.getInputProps("distributorVersion")}
      />
      <div>
        <TickField label="This is a school" {...form.getInputProps("school")} />
        <TickField label="This is an influencer" {...form.getInputProps("influencer")} />
      </div>
    </>
  );
}

function StockistFields(props: Props) {
  const { user, form } = props;
  return (
    <>
      <CompanyFields
        companyAddress={form.getInputProps("companyAddress")}
        vatNo={form.getInputProps("vatNo")}
      />
      <PercentField
        label="VAT rate (optional)"
        description="Of this stockist’s orders. Empty: the usual rate."
        {...form.getInputProps("stockistVAT")}
      />
      <PercentFields
        margin={form.getInputProps("stockistMargin")}
        distributorPercent={form.getInputProps("distributorPercent")}
      />
      <TermsWarning {...props} />
      <TermsHistory userId={user.id} />
    </>
  );
}

/** The specification's warning, in true words (docs/decisions.md, 29), with a tick of its own. */
function TermsWarning(props: Props) {
  const { user, form } = props;
  const margin = typedPercentSchema.safeParse(form.values.stockistMargin);
  const percent = typedPercentSchema.safeParse(form.values.distributorPercent);
  const isChanged =
    margin.success &&
    percent.success &&
    changesTerms(user, { stockistMargin: margin.data, distributorPercent: percent.data });

  return (
    <Notice tone="warning" title="Changing a percentage affects new orders only">
      <p>Past orders keep theirs, and what was earned on them stays as it is.</p>
      {isChanged && (
        <TickField
          label="I have read this; the new percentages are right."
          {...form.getInputProps("readAboutTerms")}
        />
      )}
    </Notice>
  );
}
