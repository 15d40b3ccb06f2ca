// A long list in parts: those with all typed words, and at first no more than a screen or two.

import type { ReactNode } from 'react';
import { useState } from 'react';
import { Button } from '../../parts/button.tsx';
import { PARTNER } from '../../words/partner.ts';

const PART_ITEMS = 100;
/** Fewer are seen at a glance. */
const FILTERED_FROM = 8;

type Wish<Item> = { readonly label: string; readonly wordsOf: (item: Item) => string };

type Part<Item> = {
  readonly shown: readonly Item[];
  /** The field to type into; null where there is little to look through. */
  readonly filter: ReactNode;
  /** What follows the list. */
  readonly more: ReactNode;
};

/** Part of the items that is shown, with the field that searches them and a button for more. */
export function useShownPart<Item>(
  items: readonly Item[],
  { label, wordsOf }: Wish<Item>,
): Part<Item> {
  const [text, setText] = useState('');
  const [itemsMax, setItemsMax] = useState(PART_ITEMS);
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const found = items.filter((item) => {
    const known = wordsOf(item).toLowerCase();
    return words.every((word) => known.includes(word));
  });
  const filter =
    items.length < FILTERED_FROM ? null : (
      <div className="list-filter">
        <input
          type="search"
          className="input"
          aria-label={label}
          placeholder={label}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </div>
    );
  const left = found.length - itemsMax;
  const more =
    found.length === 0 ? (
      <p className="hint list-none" role="status">
        {PARTNER.noneOfHasThese(items.length)}
      </p>
    ) : left > 0 ? (
      <div className="panel-foot">
        <Button isSmall onPress={() => setItemsMax(itemsMax + PART_ITEMS)}>
          {PARTNER.show} {Math.min(left, PART_ITEMS)} {PARTNER.moreOf(left)}
        </Button>
      </div>
    ) : null;
  return { shown: found.slice(0, itemsMax), filter, more };
}
