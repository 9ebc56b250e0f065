import { vi } from "vitest";
import { MyNetworkScreen } from "../features/network/members/my-network-screen.tsx";
import type { FakeApi, FakeProcedure } from "./fake-api.ts";
import { renderWithApi } from "./render.tsx";
import { aDistributor } from "./some-data.ts";
import { aListedStockist, someUsers } from "./some-people.ts";
import { annasLevels, annasNetwork, type Planted, plantedTree } from "./some-network.ts";

const anna = { ...aDistributor, id: 3, firstName: "Anna", level: 1 as const, code: "ANNA" };
const pattern = "/distributor/my-network";

/** Renders Anna's network. @returns the fake of `network.tree` */
export function showNetwork(
  options: {
    roots?: readonly Planted[];
    network?: NonNullable<FakeApi["network"]>;
    search?: string;
  } = {},
) {
  const tree = vi.fn<FakeProcedure<"network", "tree">>(plantedTree(options.roots ?? annasNetwork));
  renderWithApi(
    <MyNetworkScreen />,
    {
      auth: { me: () => anna },
      network: {
        tree,
        levels: () => annasLevels,
        activity: () => ({ rows: [], total: 0 }),
        termsHistory: () => [],
        ...options.network,
      },
      users: { list: () => someUsers([aListedStockist]) },
    },
    { path: `${pattern}${options.search ?? ""}`, pattern },
  );
  return tree;
}
