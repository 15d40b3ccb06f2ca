// A list from which one picks by searching with everyday words.

import { useState } from 'react';
import { DialogFrame } from '../parts/confirm.tsx';
import { SearchInput } from '../parts/search-input.tsx';
import { VISUAL } from '../words/visual.ts';

export type PickItem = {
  readonly key: string;
  readonly label: string;
  /** What it means, in one line. */
  readonly hint?: string;
  /** Other words by which it is found. */
  readonly words?: string;
};

type Props<Item extends PickItem> = {
  readonly title: string;
  readonly items: readonly Item[];
  /** Of a list that sorts what is found itself. */
  readonly search?: (query: string) => readonly Item[];
  readonly onPick: (item: Item) => void;
  readonly onClose: () => void;
};

const SHOWN_MAX = 60;

function found<Item extends PickItem>(items: readonly Item[], query: string): readonly Item[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  return items.filter(({ label, hint = '', words: others = '' }) => {
    const text = `${label} ${hint} ${others}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

export function PickDialog<Item extends PickItem>(props: Props<Item>) {
  const { title, items, onPick, onClose } = props;
  const [query, setQuery] = useState('');
  const shown = (props.search?.(query) ?? found(items, query)).slice(0, SHOWN_MAX);
  return (
    <DialogFrame title={title} look="sheet" onClose={onClose}>
      <SearchInput
        label={VISUAL.search}
        placeholder={VISUAL.searchInYourOwn}
        value={query}
        onChange={setQuery}
      />
      {shown.length === 0 ? (
        <p className="hint">{VISUAL.noMatchTryAnother}</p>
      ) : (
        <ul className="picks">
          {shown.map((item) => (
            <li key={item.key}>
              <button type="button" className="pick" onClick={() => onPick(item)}>
                <b>{item.label}</b>
                {item.hint === undefined ? null : <span className="faint">{item.hint}</span>}
              </button>
            </li>
          ))}
        </ul>
      )}
    </DialogFrame>
  );
}
