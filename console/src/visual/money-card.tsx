// Money and exits of a strategy, which are never left out of sight: size, stop, target. What is
// missing is said here before the script runs.

import type { ReactNode } from 'react';
import { addProtection, removeProtection } from '#domain/visual-rules/edit-rules.ts';
import { phraseBlocks } from '#domain/visual-rules/phrase.ts';
import type { Protection } from '#domain/visual-rules/read-rules.ts';
import type { Advice } from '#domain/visual-rules/rule-advice.ts';
import { adviceOn } from '#domain/visual-rules/rule-advice.ts';
import { PROTECTION_STARTERS, STOP } from '#domain/visual-rules/starters.ts';
import { phraseText } from './block-words.ts';
import { Button } from '../parts/button.tsx';
import { AddButton } from './add-button.tsx';
import { useEditing } from './editing.ts';
import { PhraseView } from './phrase-view.tsx';
import { ProblemsOf, RemoveButton } from './rule-card.tsx';
import { WatchedCounts } from './watched.tsx';
import { VISUAL } from '../words/visual.ts';

const WORDS: Readonly<Record<Advice, string>> = {
  no_trade: VISUAL.nothingBuysOrSells,
  no_exit: VISUAL.nothingClosesWhatIs,
  no_stop: VISUAL.thereIsNoStop,
};

type Props = { readonly protections: readonly Protection[]; readonly size: ReactNode };

export function MoneyCard({ protections, size }: Props) {
  const { change, isReadOnly, known, model } = useEditing();
  const advice = adviceOn(model, known.palette);
  return (
    <section className="rule rule-money" aria-label={VISUAL.moneyAndExits}>
      <header className="rule-head">
        <h2>{VISUAL.moneyAndExits}</h2>
      </header>
      {size === null ? null : (
        <div className="rule-row" role="group" aria-label={VISUAL.size}>
          <span className="rule-word" aria-hidden="true">
            {VISUAL.size}
          </span>
          <div className="rule-part">{size}</div>
        </div>
      )}
      <div className="rule-row" role="group" aria-label={VISUAL.closeThePositionWhen}>
        <span className="rule-word" aria-hidden="true">
          {VISUAL.closeWhen}
        </span>
        <div className="rule-part">
          <ul className="condition-list">
            {protections.map(({ place, wire, phrase }) => (
              <li key={`${place.block}:${place.index}`} className="condition">
                <PhraseView phrase={phrase} />
                {isReadOnly ? null : (
                  <RemoveButton
                    words={phraseText(phrase)}
                    onRemove={() => change((of, palette) => removeProtection(of, place, palette))}
                  />
                )}
                <WatchedCounts wire={wire} />
                <ProblemsOf blocks={phraseBlocks(phrase)} />
              </li>
            ))}
          </ul>
          <AddButton
            text={VISUAL.addAStopOr}
            title={VISUAL.closeThePositionWhen}
            starters={PROTECTION_STARTERS}
            onAdd={(spec) => change((of, palette) => addProtection(of, spec, palette))}
          />
        </div>
      </div>
      {advice.map((each) => (
        <p key={each} className="notice notice-warn rule-advice" role="status">
          <span>{WORDS[each]}</span>
          {each === 'no_stop' && !isReadOnly ? (
            <Button
              isSmall
              onPress={() => change((of, palette) => addProtection(of, STOP, palette))}
            >
              {VISUAL.stopAt2}
            </Button>
          ) : null}
        </p>
      ))}
    </section>
  );
}
