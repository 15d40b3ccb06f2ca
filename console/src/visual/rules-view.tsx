// The first face of a visual script: cards of rules, money and exits, and a card for each block
// that only the graph can say.

import type { ReactNode } from 'react';
import { addRule } from '#domain/visual-rules/edit-rules.ts';
import { removeBlocks } from '#domain/visual-rules/change-block.ts';
import { phraseBlocks } from '#domain/visual-rules/phrase.ts';
import type { RuleAction } from '#domain/visual-rules/read-rules.ts';
import { ACTION_STARTERS } from '#domain/visual-rules/starters.ts';
import { givenAt } from '#domain/visual/visual-model.ts';
import { phraseText, readRules } from './block-words.ts';
import { Button } from '../parts/button.tsx';
import { AddButton } from './add-button.tsx';
import { useEditing } from './editing.ts';
import { MoneyCard } from './money-card.tsx';
import { PhraseView } from './phrase-view.tsx';
import { ProblemsOf, RemoveButton, RuleCard } from './rule-card.tsx';
import { VISUAL } from '../words/visual.ts';

export function RulesView({ size }: { readonly size: ReactNode }) {
  const { change, known, model } = useEditing();
  const { rules, protections, others, unused, notes } = readRules(model, known.palette);
  return (
    <div className="rules">
      {notes.map((note) => {
        const given = givenAt(note, 'value');
        return (
          <p key={note.id} className="notice">
            {given?.kind === 'value' ? String(given.value) : ''}
          </p>
        );
      })}
      {rules.map((rule, index) => (
        <RuleCard key={rule.id} rule={rule} number={index + 1} />
      ))}
      <div className="rule-add">
        <AddButton
          text={VISUAL.addARule}
          title={VISUAL.aRuleThatDoes}
          starters={ACTION_STARTERS}
          look="main"
          onAdd={(action) => change((of, palette) => addRule(of, { action }, palette))}
        />
      </div>
      <MoneyCard protections={protections} size={size} />
      <BlockCards title={VISUAL.alsoAtEveryUpdate} blocks={others} />
      <BlockCards title={VISUAL.notUsedByAny} blocks={unused} />
    </div>
  );
}

type CardsProps = { readonly title: string; readonly blocks: readonly RuleAction[] };

function BlockCards({ title, blocks }: CardsProps) {
  const { change, isReadOnly, onShow } = useEditing();
  if (blocks.length === 0) return null;
  return (
    <section className="rule" aria-label={title}>
      <header className="rule-head">
        <h2>{title}</h2>
      </header>
      <ul className="condition-list">
        {blocks.map(({ block, phrase }) => (
          <li key={block} className="condition">
            <PhraseView phrase={phrase} />
            <Button isSmall look="plain" onPress={() => onShow(block)}>
              {VISUAL.showInTheGraph}
            </Button>
            {isReadOnly ? null : (
              <RemoveButton
                words={phraseText(phrase)}
                onRemove={() =>
                  change((model, palette) => removeBlocks(model, new Set([block]), palette))
                }
              />
            )}
            <ProblemsOf blocks={phraseBlocks(phrase)} />
          </li>
        ))}
      </ul>
    </section>
  );
}
