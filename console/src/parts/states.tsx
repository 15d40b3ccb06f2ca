// States of a part of a page that has nothing to show: it loads, is empty, or failed.

import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useEffect, useState } from 'react';
import { ApiProblemError } from '@tidemill/client';
import { RefusalError } from '../api/request.ts';
import { PARTS } from '../words/parts.ts';
import { servedText } from '../words/served.ts';

/** What comes sooner needs no words. */
const SLOW_MS = 6_000;

type LoadingProps = { readonly lines?: number | undefined };

/** Waits for the service, and says so where that takes longer than usual. */
export function Loading({ lines }: LoadingProps) {
  const isSlow = useIsSlow(SLOW_MS);
  return (
    <Bones lines={lines}>
      {isSlow ? (
        <p className="bones-slow">
          {PARTS.slow}
          <button className="button button-small" type="button" onClick={() => location.reload()}>
            {PARTS.tryAgain}
          </button>
        </p>
      ) : null}
    </Bones>
  );
}

/** Waits for what may take long, as is said beside it. */
export function Bones({ lines = 4, children }: LoadingProps & { readonly children?: ReactNode }) {
  return (
    <div className="bones" role="status" aria-label={PARTS.loading}>
      {Array.from({ length: lines }, (_, index) => (
        <div key={index} className="bone" style={{ width: `${88 - ((index * 23) % 50)}%` }} />
      ))}
      {children}
    </div>
  );
}

/** Whether the part has been shown for so long. */
export function useIsSlow(slowMs: number): boolean {
  const [isSlow, setIsSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsSlow(true), slowMs);
    return () => clearTimeout(timer);
  }, [slowMs]);
  return isSlow;
}

type EmptyProps = {
  readonly title: string;
  readonly children: ReactNode;
  readonly actions?: ReactNode;
};

/** State of a part that has nothing yet, with what to do about it. */
export function Empty({ title, children, actions }: EmptyProps) {
  return (
    <div className="state">
      <p className="state-title">{title}</p>
      <p>{children}</p>
      {actions === undefined ? null : <div className="actions">{actions}</div>}
    </div>
  );
}

type FailedProps = {
  readonly error: unknown;
  readonly onRetry: () => void;
  /** Whether it stands for a whole page, which has no other heading then. */
  readonly isPage?: boolean;
};

/** State of a part that could not be read, with a button that tries again. */
export function Failed({ error, onRetry, isPage = false }: FailedProps) {
  const isRefusal = error instanceof ApiProblemError || error instanceof RefusalError;
  const isGone = isRefusal && error.status === 404;
  const Title = isPage ? 'h1' : 'p';
  return (
    <div className="state" role="alert">
      <Title className="state-title">{isGone ? PARTS.gone : PARTS.failed}</Title>
      <p>
        {explain(error)}
        {isGone ? ` ${PARTS.goneWhy}` : null}
      </p>
      <div className="actions">
        <button className="button" type="button" onClick={onRetry}>
          {PARTS.tryAgain}
        </button>
        {isPage ? (
          <Link className="button" to="/">
            {PARTS.goHome}
          </Link>
        ) : null}
      </div>
    </div>
  );
}

/** In words: the service's own, or that it is out of reach. */
export function explain(error: unknown): string {
  if (error instanceof ApiProblemError) return servedText(withoutField(error.problem.detail));
  if (error instanceof RefusalError) return error.message;
  return PARTS.noService;
}

/** A form shows its fields by other names. */
function withoutField(detail: string): string {
  const text = detail.replace(/^Field "[^"]*": /, '');
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
}

type LoadedProps<Value> = {
  readonly query: UseQueryResult<Value>;
  readonly lines?: number;
  /** Whether the whole page hangs on it. */
  readonly isPage?: boolean;
  readonly children: (value: Value) => ReactNode;
};

/** The value when it is there, even while a newer one is read; otherwise what keeps it. */
export function Loaded<Value>({ query, lines, isPage, children }: LoadedProps<Value>) {
  if (query.data !== undefined) return <>{children(query.data)}</>;
  return whatKeeps([query], { lines, isPage });
}

/** What keeps these from being there, all together; null: nothing does. */
export function whatKeeps(
  queries: readonly Pick<UseQueryResult, 'data' | 'error' | 'refetch'>[],
  { lines, isPage }: { readonly lines?: number | undefined; isPage?: boolean | undefined } = {},
): ReactNode {
  const missing = queries.filter(({ data }) => data === undefined);
  const failed = missing.find(({ error }) => error !== null);
  const readAgain = (): void => {
    for (const query of missing) void query.refetch();
  };
  if (failed !== undefined)
    return <Failed error={failed.error} onRetry={readAgain} isPage={isPage ?? false} />;
  return missing.length === 0 ? null : <Loading lines={lines} />;
}
