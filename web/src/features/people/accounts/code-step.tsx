import { type ComponentProps, lazy, Suspense } from "react";
import { Loading } from "../../../ui/loading.tsx";

const CodeForm = lazy(async () => ({ default: (await import("./code-form.tsx")).CodeForm }));

/** Most people type a password: the boxes of a code come with the first code that is asked for. */
export function CodeStep(props: ComponentProps<typeof CodeForm>) {
  return (
    <Suspense fallback={<Loading what="the form" lines={3} />}>
      <CodeForm {...props} />
    </Suspense>
  );
}
