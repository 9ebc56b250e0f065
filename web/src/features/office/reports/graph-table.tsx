import type { GraphData } from "./graph-data.ts";
import classes from "./reports.module.css";

/** The numbers of the graph, always: what is drawn can be read, copied and heard. */
export function GraphTable(props: {
  data: GraphData;
  caption: string;
  stepName: (day: string) => string;
  valueText: (value: number) => string;
}) {
  const { data, stepName, valueText } = props;
  return (
    <div className={classes.scroll} role="region" aria-label="Numbers of the graph" tabIndex={0}>
      <table className={classes.table}>
        <caption>{props.caption}</caption>
        <thead>
          <tr>
            <th scope="col">From</th>
            {data.layers.map(({ id, name }) => (
              <th key={id} scope="col">
                {name}
              </th>
            ))}
            <th scope="col">Total</th>
            <th scope="col">The period before</th>
          </tr>
        </thead>
        <tbody>
          {data.steps.map((day, at) => (
            <tr key={day}>
              <th scope="row">{stepName(day)}</th>
              {data.layers.map(({ id, values }) => (
                <td key={id}>{valueText(values[at] ?? 0)}</td>
              ))}
              <td>{valueText(data.totals[at] ?? 0)}</td>
              <td>{valueText(data.before[at] ?? 0)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">Total</th>
            {data.layers.map(({ id, total }) => (
              <td key={id}>{valueText(total)}</td>
            ))}
            <td>{valueText(data.total)}</td>
            <td>{valueText(data.totalBefore)}</td>
          </tr>
        </tfoot>
      </table>
    </div>
  );
}
