// A list that is read page by page: what it shows while it has nothing, and the way to older items.

import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Empty, Failed, Loading } from './states.tsx';
import { CONTROLS } from '../words/controls.ts';

/** What pages of a list tell of themselves. */
type PageState = {
  readonly isPending: boolean;
  readonly isError: boolean;
  readonly error: unknown;
  readonly data: unknown;
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly fetchNextPage: () => unknown;
  readonly refetch: () => unknown;
};

type PagesProps = {
  readonly query: PageState;
  readonly isEmpty: boolean;
  readonly what: string;
  readonly children: ReactNode;
};

/** Frame of a list: it loads, failed, is empty, or has `children`. */
export function Pages({ query, isEmpty, what, children }: PagesProps) {
  if (query.isPending) return <Loading lines={6} />;
  if (query.isError && query.data === undefined)
    return <Failed error={query.error} onRetry={() => void query.refetch()} />;
  return isEmpty ? <Empty title={CONTROLS.nothingYet}>{what}</Empty> : children;
}

type FootProps = {
  readonly query: Pick<PageState, 'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage'>;
  /** What the button says. */
  readonly older?: string;
  readonly children?: ReactNode;
};

/** The way to older items, and what else there is to do with the list. */
export function PagesFoot({ query, older = CONTROLS.older, children }: FootProps) {
  if (!query.hasNextPage && children === undefined) return null;
  return (
    <div className="panel-foot">
      {query.hasNextPage ? (
        <Button
          isSmall
          isDisabled={query.isFetchingNextPage}
          onPress={() => void query.fetchNextPage()}
        >
          {query.isFetchingNextPage ? CONTROLS.reading : older}
        </Button>
      ) : null}
      {children}
    </div>
  );
}
