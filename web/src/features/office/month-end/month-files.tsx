import { useRegionWords } from "../../../session/use-region-words.ts";
import { Archives } from "../../money/archives/archives.tsx";
import { MonthField } from "../../../ui/dates/month-field.tsx";
import { today } from "../../../ui/days.tsx";
import { monthParam } from "../../../ui/list/list-controls.tsx";
import { useUrlParams } from "../../../ui/url-params.ts";

/** The package of a month and the statements of all members as one file each; also of a month that was closed long ago. */
export function MonthFiles(props: {
  /** Of the screen. */
  month: string;
}) {
  const { priceTax } = useRegionWords();
  const [params, change] = useUrlParams();
  const month = monthParam(params.get("files")) || props.month;
  return (
    <Archives
      title="Files of the month"
      note={`The package has the journals, the trial balance, income and expenses, ${priceTax}, registers, what was owed, the bank account and the card provider, all statements and the seal, with a list of all files. If the month is not closed, the name of the file says so.`}
      choices={[
        { label: "Export package", asked: { kind: "month-end", month } },
        { label: "Export statements", asked: { kind: "statements", month } },
      ]}
    >
      <MonthField
        label="Month of the files"
        min="2000-01"
        max={today().slice(0, 7)}
        value={month}
        onChange={(files) => change({ files })}
      />
    </Archives>
  );
}
