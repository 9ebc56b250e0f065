import { type ReactNode, Suspense } from "react";
import { useLocation } from "wouter";
import { Loading } from "../ui/loading.tsx";
import { ErrorBoundary } from "./error-boundary.tsx";

/** A page whose code is still on its way keeps the frame around it; one that breaks says so in it. */
export function Page(props: { children: ReactNode }) {
  const [path] = useLocation();
  return (
    <ErrorBoundary key={path}>
      <Suspense
        fallback={
          <PageColumn>
            <Loading what="the page" />
          </PageColumn>
        }
      >
        {props.children}
      </Suspense>
    </ErrorBoundary>
  );
}

export function PageColumn(props: { children: ReactNode }) {
  return (
    <div style={{ maxWidth: 992, margin: "0 auto", padding: "32px 16px 72px" }}>
      {props.children}
    </div>
  );
}
