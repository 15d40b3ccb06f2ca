// The palette beside the canvas: a search in everyday words, and what it finds. Enter takes the
// first; what is dragged onto the canvas stands where it is dropped.

import type { KeyboardEvent, RefObject } from 'react';
import { useMemo, useState } from 'react';
import { useEditing } from '../editing.ts';
import { useCell, useGraph } from './graph-state.ts';
import type { PaletteItem } from './palette-items.ts';
import { paletteItems, wantedWords } from './palette-items.ts';
import { VISUAL } from '../../words/visual.ts';

const SHOWN_MAX = 40;
/** Of what is dragged from here. */
export const DRAGGED_BLOCK = 'application/x-tidemill-block';

type Props = {
  readonly search: RefObject<HTMLInputElement | null>;
  readonly onPick: (item: PaletteItem) => void;
};

export function BlockPicker({ search, onPick }: Props) {
  const { model, known } = useEditing();
  const { wanted: cell } = useGraph();
  const wanted = useCell(cell, (each) => each);
  const [query, setQuery] = useState('');
  const items = useMemo(
    () => paletteItems(model, known.kinds, known.palette, { wanted, query }),
    [model, known, wanted, query],
  );
  const pick = (item: PaletteItem): void => {
    setQuery('');
    onPick(item);
    search.current?.focus();
  };
  const act = (event: KeyboardEvent): void => {
    const [first] = items;
    if (event.key === 'Enter' && first !== undefined) {
      event.preventDefault();
      pick(first);
    }
    if (event.key === 'Escape') cell.set(null);
  };
  return (
    <aside className="picker" aria-label={VISUAL.blocks}>
      <input
        ref={search}
        className="input search"
        type="search"
        aria-label={VISUAL.searchBlocks}
        placeholder={wanted === null ? VISUAL.addBuyAverageRsi : VISUAL.searchWhatFits}
        value={query}
        onChange={({ target }) => setQuery(target.value)}
        onKeyDown={act}
      />
      {wanted === null ? null : (
        <p className="picker-into">
          <span>{VISUAL.for(wantedWords(model, wanted))}</span>
          <button
            type="button"
            className="exchange"
            aria-label={VISUAL.notConnectedToAnything}
            title={VISUAL.notConnectedToAnything}
            onClick={() => cell.set(null)}
          >
            ×
          </button>
        </p>
      )}
      <PickerList items={items} hasQuery={query.trim() !== ''} onPick={pick} />
    </aside>
  );
}

type ListProps = {
  readonly items: readonly PaletteItem[];
  readonly hasQuery: boolean;
  readonly onPick: (item: PaletteItem) => void;
};

function PickerList({ items, hasQuery, onPick }: ListProps) {
  if (items.length === 0) return <p className="hint">{VISUAL.noMatchTryAnother}</p>;
  if (hasQuery) return <PickerItems items={items.slice(0, SHOWN_MAX)} onPick={onPick} />;
  const families = Map.groupBy(items, ({ family }) => family);
  return (
    <div className="picker-families">
      {[...families].map(([family, each], index) => (
        <details key={family} open={index === 0}>
          <summary>{family}</summary>
          <PickerItems items={each} onPick={onPick} />
        </details>
      ))}
    </div>
  );
}

function PickerItems({ items, onPick }: Omit<ListProps, 'hasQuery'>) {
  return (
    <ul className="picker-list">
      {items.map((item) => (
        <li key={item.key}>
          <button
            type="button"
            className="picker-item"
            title={item.hint}
            draggable
            onDragStart={({ dataTransfer }) => {
              dataTransfer.setData(DRAGGED_BLOCK, item.key);
              dataTransfer.effectAllowed = 'copy';
            }}
            onClick={() => onPick(item)}
          >
            {item.label}
          </button>
        </li>
      ))}
    </ul>
  );
}
