import { Button } from "@mantine/core";
import type { TreeNode } from "@portal/shared/network/network-tree.ts";
import { keepPreviousData } from "@tanstack/react-query";
import { api } from "../../../api/api.ts";
import { Empty } from "../../../ui/empty.tsx";
import { Failure } from "../../../ui/failure.tsx";
import { Loading } from "../../../ui/loading.tsx";
import { LevelBadge } from "./level-badge.tsx";
import classes from "./network-search.module.css";
import { peopleWords } from "./node-figures.ts";
import { branchInput, type NetworkScope } from "./tree-branch.ts";

/** Who matches, each with the way that leads down to them; choosing one opens the person. */
export function NetworkMatches(props: {
  scope: NetworkScope;
  search: string;
  onChosen: (node: TreeNode) => void;
  onClear: () => void;
}) {
  const { scope, search } = props;
  const matches = api.network.tree.useQuery(
    { ...branchInput(scope, null, 1), search },
    { placeholderData: keepPreviousData },
  );
  if (!matches.data) {
    return matches.error ? (
      <Failure what="who matches" error={matches.error} onRetry={() => void matches.refetch()} />
    ) : (
      <Loading what="who matches" lines={3} />
    );
  }
  const { nodes, total } = matches.data;
  return (
    <section aria-label="Search results">
      <p role="status" className={classes.count}>
        {foundWords(nodes.length, total)}
      </p>
      {total === 0 && (
        <Empty
          title={`Nobody matches “${search}”`}
          action={
            <Button variant="default" onClick={props.onClear}>
              Clear the search
            </Button>
          }
        >
          <p>Names, emails and codes are searched.</p>
        </Empty>
      )}
      <ul className={classes.matches}>
        {nodes.map((node) => (
          <li key={node.id} className={classes.match}>
            <button type="button" className={classes.open} onClick={() => props.onChosen(node)}>
              <span className={classes.name}>{node.label}</span> <LevelBadge node={node} />
              {node.path.length > 0 && (
                <span className={classes.way}>
                  {" "}
                  below {node.path.map(({ label }) => label).join(" › ")}
                </span>
              )}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function foundWords(shown: number, total: number): string {
  if (total <= shown) return `${peopleWords(total)} found`;
  return `The first ${shown} of ${peopleWords(total)} found. Type more of the name to see fewer.`;
}
