// What a part of a page shows while it has nothing to show: it loads, is empty, or failed.

import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ApiProblemError } from '@tidemill/client';
import { Refused } from '../api/request.ts';

export function Loading({ lines = 4 }: { readonly lines?: number }) {
  return (
    <div className="bones" role="status" aria-label="Loading">
      {Array.from({ length: lines }, (_, index) => (
        <div key={index} className="bone" style={{ width: `${88 - ((index * 23) % 50)}%` }} />
      ))}
    </div>
  );
}

type EmptyProps = {
  readonly title: string;
  readonly children: ReactNode;
  readonly actions?: ReactNode;
};

export function Empty({ title, children, actions }: EmptyProps) {
  return (
    <div className="state">
      <p className="state-title">{title}</p>
      <p>{children}</p>
      {actions === undefined ? null : <div className="actions">{actions}</div>}
    </div>
  );
}

type FailedProps = { readonly error: unknown; readonly onRetry?: () => void };

export function Failed({ error, onRetry }: FailedProps) {
  if (error instanceof ApiProblemError && error.status === 404) return <Gone error={error} />;
  return (
    <div className="state" role="alert">
      <p className="state-title">This could not be loaded</p>
      <p>{explain(error)}</p>
      {onRetry === undefined ? null : (
        <div className="actions">
          <button className="button" type="button" onClick={onRetry}>
            Try again
          </button>
        </div>
      )}
    </div>
  );
}

/** To try again would not help: it was deleted, or the address is mistyped. */
function Gone({ error }: Pick<FailedProps, 'error'>) {
  return (
    <div className="state" role="alert">
      {/* Mostly of a page, which has no other heading then. */}
      <h1 className="state-title">It is not here</h1>
      <p>{explain(error)} It may have been deleted, or the address is mistyped.</p>
      <div className="actions">
        <Link className="button" to="/">
          Go home
        </Link>
      </div>
    </div>
  );
}

/** In words: the service's own, or that it is out of reach. */
export function explain(error: unknown): string {
  if (error instanceof ApiProblemError) return withoutField(error.problem.detail);
  if (error instanceof Refused) return error.message;
  return 'The service does not respond. It may be stopped, or the network is gone.';
}

/** A form shows its fields by other names. */
function withoutField(detail: string): string {
  const text = detail.replace(/^Field "[^"]*": /, '');
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
}

type LoadedProps<Value> = {
  readonly query: UseQueryResult<Value>;
  readonly lines?: number;
  readonly children: (value: Value) => ReactNode;
};

/** The value when it is there, even while a newer one is read; otherwise what keeps it. */
export function Loaded<Value>({ query, lines, children }: LoadedProps<Value>) {
  if (query.data !== undefined) return <>{children(query.data)}</>;
  if (query.isError) return <Failed error={query.error} onRetry={() => void query.refetch()} />;
  return lines === undefined ? <Loading /> : <Loading lines={lines} />;
}
