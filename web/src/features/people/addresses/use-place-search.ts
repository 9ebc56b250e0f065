import { isPostCode, placeNameSchema, postCodeSchema } from "@portal/shared/people/addresses.ts";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { api, type ApiOutputs } from "../../../api/api.ts";

export type Place = ApiOutputs["places"]["byName"][number];

/** From the second search on that finds nothing, there is more to be said than "try again". */
const missesBeforeAdvice = 2;

/** The search for a place, which outlives the list that shows it: what was typed is kept. */
export function usePlaceSearch() {
  const utils = api.useUtils();
  const [typed, setTyped] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const [misses, setMisses] = useState({ all: 0, byName: 0 });
  const lookUp = useMutation({
    mutationFn: (text: string) =>
      isPostCode(text)
        ? utils.places.byPostCode.fetch({ postCode: text })
        : utils.places.byName.fetch({ name: text }),
    onSuccess(found, text) {
      if (found.length > 0) return;
      const isName = !isPostCode(text);
      setMisses(({ all, byName }) => ({ all: all + 1, byName: byName + (isName ? 1 : 0) }));
    },
  });

  const search = () => {
    if (lookUp.isPending) return;
    const text = typed.trim();
    const checked = (isPostCode(text) ? postCodeSchema : placeNameSchema).safeParse(text);
    setProblem(checked.success ? null : (checked.error.issues[0]?.message ?? null));
    if (checked.success) lookUp.mutate(text);
  };
  return {
    typed,
    problem,
    search,
    setProblem,
    type(text: string) {
      setTyped(text);
      setProblem(null);
    },
    isSearching: lookUp.isPending,
    failure: lookUp.error,
    /** Null before the first answer. */
    found: lookUp.data ?? null,
    isAdvised: misses.all >= missesBeforeAdvice,
    mayTypeByHand: misses.byName >= missesBeforeAdvice,
  };
}

export type PlaceSearchState = ReturnType<typeof usePlaceSearch>;
