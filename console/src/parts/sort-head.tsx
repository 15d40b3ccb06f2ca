// Heading of a column by which a table is sorted: pressed once more, it turns the order.

import type { ReactNode } from 'react';

export type Sort<Key extends string = string> = {
  readonly key: Key;
  readonly isDescending: boolean;
};

type Props<Key extends string> = {
  readonly column: {
    readonly key: Key;
    readonly text: ReactNode;
    /** Numbers; they are sorted from the largest at first. */
    readonly isRight?: boolean;
    readonly isWide?: boolean;
  };
  readonly sort: Sort<Key> | null;
  readonly onSort: (sort: Sort<Key>) => void;
};

export function SortHead<Key extends string>({ column, sort, onSort }: Props<Key>) {
  const { key, text, isRight = false, isWide = false } = column;
  const isSorted = sort?.key === key;
  const order = sort?.isDescending === true ? 'descending' : 'ascending';
  const names = [isRight && 'right', isWide && 'wide-only'].filter(Boolean).join(' ');
  return (
    <th className={names} aria-sort={isSorted ? order : 'none'}>
      <button
        type="button"
        className="sort"
        data-sorted={isSorted ? order : undefined}
        onClick={() => onSort({ key, isDescending: isSorted ? !sort.isDescending : isRight })}
      >
        {text}
      </button>
    </th>
  );
}
