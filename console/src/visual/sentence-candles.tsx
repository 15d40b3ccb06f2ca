// The candles of a whole sentence, where it names them more than once. Where all of its prices have
// the same, they are said once, behind the sentence.

import type { ReactNode } from 'react';
import { createContext, useContext, useState } from 'react';
import type { Phrase } from '#domain/visual-rules/phrase.ts';
import { sentenceCandles, setSentenceCandles } from '#domain/visual-rules/sentence-candles.ts';
import { INTERVALS } from '../chart/intervals.ts';
import { useEditing } from './editing.ts';
import { VISUAL } from '../words/visual.ts';

const SaidOnce = createContext(false);

/** Whether the candles of a price are said behind its sentence. */
export const useSaidOnce = (): boolean => useContext(SaidOnce);

type Props = { readonly phrase: Phrase; readonly children: ReactNode };

/** A sentence, and behind it the candles of its prices. */
export function WithCandles({ phrase, children }: Props) {
  const { isReadOnly } = useEditing();
  const [isEach, setIsEach] = useState(false);
  const lengths = sentenceCandles(phrase);
  if (lengths === null) return children;
  const [only] = lengths;
  const one = lengths.length === 1 && typeof only === 'number' ? only : null;
  const isOnce = one !== null && !isEach;
  if (isReadOnly && !isOnce) return children;
  return (
    <>
      <SaidOnce value={isOnce}>{children}</SaidOnce>
      <span className="sentence-candles">
        <Candles phrase={phrase} one={one} />
        {isReadOnly || one === null ? null : (
          <button
            type="button"
            className="exchange"
            aria-expanded={isEach}
            title={VISUAL.candlesOfEachPrice}
            onClick={() => setIsEach(!isEach)}
          >
            {isEach ? VISUAL.onceForAll : VISUAL.eachPrice}
          </button>
        )}
      </span>
    </>
  );
}

type CandlesProps = Pick<Props, 'phrase'> & { readonly one: number | null };

function Candles({ phrase, one }: CandlesProps) {
  const { change, isReadOnly } = useEditing();
  return (
    <label className="sentence-candles">
      <span className="faint">{VISUAL.allOn}</span>
      <select
        className="value"
        aria-label={VISUAL.allPricesOfThe}
        title={VISUAL.candlesOfAllPrices}
        disabled={isReadOnly}
        value={one ?? ''}
        onChange={({ target }) =>
          change((model, palette) =>
            setSentenceCandles(model, phrase, Number(target.value), palette),
          )
        }
      >
        {one === null ? <option value="">…</option> : null}
        {INTERVALS.map(([minutes, words]) => (
          <option key={minutes} value={minutes}>
            {words}
          </option>
        ))}
      </select>
    </label>
  );
}
