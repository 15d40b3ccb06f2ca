// A rule as a card: when, and only if, then, otherwise.

import type { ReactNode } from 'react';
import {
  addAction,
  addCondition,
  addFilter,
  addGroup,
  removeAction,
  removeCondition,
  removeRule,
  setMode,
} from '#domain/visual-rules/edit-rules.ts';
import { phraseBlocks } from '#domain/visual-rules/phrase.ts';
import type {
  ConditionGroup,
  ConditionMember,
  GroupMode,
  Rule,
  RuleAction,
} from '#domain/visual-rules/read-rules.ts';
import {
  ACTION_STARTERS,
  CONDITION_STARTERS,
  FILTER_STARTERS,
} from '#domain/visual-rules/starters.ts';
import { phraseText, problemText } from './block-words.ts';
import { Button } from '../parts/button.tsx';
import { AddButton } from './add-button.tsx';
import { useEditing } from './editing.ts';
import { PhraseView } from './phrase-view.tsx';
import { WithCandles } from './sentence-candles.tsx';
import { WatchedCounts } from './watched.tsx';
import { VISUAL } from '../words/visual.ts';

type RuleProps = { readonly rule: Rule; readonly number: number };

export function RuleCard({ rule, number }: RuleProps) {
  const { change, isReadOnly } = useEditing();
  const isAlways = rule.root.length === 0 && !rule.isOpen;
  return (
    <section className="rule" aria-label={VISUAL.rule(number)}>
      <header className="rule-head">
        <h2>{VISUAL.rule(number)}</h2>
        {isReadOnly ? null : (
          <Button
            isSmall
            look="plain"
            onPress={() => change((model, palette) => removeRule(model, rule, palette))}
          >
            {VISUAL.removeTheRule}
          </Button>
        )}
      </header>
      <Row name={VISUAL.whenTitle}>
        {rule.when === null ? (
          <p className={isAlways ? 'faint' : 'warn-text'}>
            {isAlways ? VISUAL.atEveryUpdate : VISUAL.nothingYetTheRule}
          </p>
        ) : (
          <GroupView rule={rule} group={rule.when} isTop />
        )}
        <ConditionButtons rule={rule} />
      </Row>
      <Filters rule={rule} />
      <Row name={VISUAL.thenTitle}>
        <Actions rule={rule} actions={rule.actions} />
        <AddButton
          text={VISUAL.addAnAction}
          title={VISUAL.thenDo}
          starters={ACTION_STARTERS}
          onAdd={(spec) =>
            change((model, palette) =>
              addAction(model, rule, { spec, isOtherwise: false }, palette),
            )
          }
        />
      </Row>
      <Otherwise rule={rule} />
    </section>
  );
}

type RowProps = { readonly name: string; readonly children: ReactNode };

function Row({ name, children }: RowProps) {
  return (
    <div className="rule-row" role="group" aria-label={name}>
      <span className="rule-word" aria-hidden="true">
        {name}
      </span>
      <div className="rule-part">{children}</div>
    </div>
  );
}

function ConditionButtons({ rule }: { readonly rule: Rule }) {
  const { change } = useEditing();
  return (
    <span className="rule-acts">
      <AddButton
        text={VISUAL.addACondition}
        title={VISUAL.whenTitle}
        starters={CONDITION_STARTERS}
        onAdd={(spec) => change((model, palette) => addCondition(model, rule, spec, palette))}
      />
      {rule.when === null ? null : (
        <AddButton
          text={VISUAL.addAGroup}
          title={VISUAL.aGroupBeginsWith}
          starters={CONDITION_STARTERS}
          onAdd={(spec) =>
            change((model, palette) => {
              const mode = rule.when?.mode === 'any' ? 'all' : 'any';
              return addGroup(model, rule, mode, spec, palette);
            })
          }
        />
      )}
    </span>
  );
}

const MODES: readonly (readonly [GroupMode, string])[] = [
  ['all', VISUAL.allOfTheseHold],
  ['any', VISUAL.anyOfTheseHolds],
  ['none', VISUAL.noneOfTheseHolds],
];

type GroupProps = {
  readonly rule: Rule;
  readonly group: ConditionGroup;
  readonly isTop?: boolean;
};

function GroupView({ rule, group, isTop = false }: GroupProps) {
  const { change, isReadOnly } = useEditing();
  const { block, mode, members } = group;
  // How one condition is joined with no other says nothing, unless it is that it must not hold.
  const isSingle = members.length < 2 && (block === null || (isTop && mode !== 'none'));
  return (
    <div className={isTop ? 'conditions' : 'conditions conditions-inner'}>
      {isSingle ? null : (
        <select
          className="value value-word"
          aria-label={VISUAL.howTheConditionsAre}
          disabled={isReadOnly}
          value={mode}
          onChange={({ target }) => {
            const chosen = MODES.find(([name]) => name === target.value)?.[0] ?? mode;
            change((model, palette) => setMode(model, rule, block, chosen, palette));
          }}
        >
          {MODES.map(([name, words]) => (
            <option key={name} value={name}>
              {words}
            </option>
          ))}
        </select>
      )}
      <ul className="condition-list">
        {members.map((member, index) => (
          <Member key={index} rule={rule} member={member} />
        ))}
      </ul>
      {isSingle || block === null ? null : (
        <WatchedCounts wire={{ block, port: '' }} subject={VISUAL.together} />
      )}
      {isTop || block === null ? null : (
        <AddButton
          text={VISUAL.addToTheGroup}
          title={VISUAL.whenTitle}
          starters={CONDITION_STARTERS}
          onAdd={(spec) =>
            change((model, palette) => addCondition(model, rule, spec, palette, block))
          }
        />
      )}
    </div>
  );
}

type MemberProps = { readonly rule: Rule; readonly member: ConditionMember };

function Member({ rule, member }: MemberProps) {
  const { change, isReadOnly } = useEditing();
  return (
    <li className="condition">
      {member.group === null ? (
        <WithCandles phrase={member.phrase}>
          <PhraseView phrase={member.phrase} />
        </WithCandles>
      ) : (
        <GroupView rule={rule} group={member.group} />
      )}
      {isReadOnly ? null : (
        <RemoveButton
          words={member.group === null ? phraseText(member.phrase) : VISUAL.theGroupWithin}
          onRemove={() => change((model, palette) => removeCondition(model, rule, member, palette))}
        />
      )}
      {member.group === null ? <WatchedCounts wire={member.wire} /> : null}
      {member.group === null ? <ProblemsOf blocks={phraseBlocks(member.phrase)} /> : null}
    </li>
  );
}

type RemoveProps = { readonly words: string; readonly onRemove: () => void };

/** Button that removes what its words name. */
export function RemoveButton({ words, onRemove }: RemoveProps) {
  return (
    <button
      type="button"
      className="exchange"
      aria-label={VISUAL.removeTitle(words)}
      title={VISUAL.remove}
      onClick={onRemove}
    >
      ×
    </button>
  );
}

/** What is wrong with the blocks of a sentence. */
export function ProblemsOf({ blocks }: { readonly blocks: readonly string[] }) {
  const { problems } = useEditing();
  const own = problems.filter(({ block }) => block !== null && blocks.includes(block));
  return own.map(({ message, severity }, index) => (
    <span key={index} className={severity === 'error' ? 'wrong' : 'warn-text'} role="status">
      {problemText(message)}
    </span>
  ));
}

function Filters({ rule }: { readonly rule: Rule }) {
  const { change, isReadOnly } = useEditing();
  if (rule.root.length === 0 || (isReadOnly && rule.filters.length === 0)) return null;
  return (
    <Row name={VISUAL.andOnlyIf}>
      <ul className="condition-list">
        {rule.filters.map((member, index) => (
          <Member key={index} rule={rule} member={member} />
        ))}
      </ul>
      <AddButton
        text={VISUAL.addAFilter}
        title={VISUAL.andOnlyIf}
        starters={FILTER_STARTERS}
        onAdd={(spec) => change((model, palette) => addFilter(model, rule, spec, palette))}
      />
    </Row>
  );
}

type ActionsProps = { readonly rule: Rule; readonly actions: readonly RuleAction[] };

/** The only action of a rule is exchanged; without one there is no rule. */
function Actions({ rule, actions }: ActionsProps) {
  const { change, isReadOnly } = useEditing();
  const isOnly = rule.actions.length + rule.otherwise.length < 2;
  return (
    <ul className="condition-list">
      {actions.map(({ block, phrase }) => (
        <li key={block} className="condition">
          <PhraseView phrase={phrase} />
          {isReadOnly || isOnly ? null : (
            <RemoveButton
              words={phraseText(phrase)}
              onRemove={() => change((model, palette) => removeAction(model, block, palette))}
            />
          )}
          <WatchedCounts wire={{ block, port: '' }} />
          <ProblemsOf blocks={phraseBlocks(phrase)} />
        </li>
      ))}
    </ul>
  );
}

function Otherwise({ rule }: { readonly rule: Rule }) {
  const { change } = useEditing();
  if (rule.root.length === 0) return null;
  const add = (
    <AddButton
      text={rule.otherwise.length === 0 ? VISUAL.otherwise : VISUAL.addAnAction}
      title={VISUAL.otherwiseDo}
      starters={ACTION_STARTERS}
      onAdd={(spec) =>
        change((model, palette) => addAction(model, rule, { spec, isOtherwise: true }, palette))
      }
    />
  );
  if (rule.otherwise.length === 0) return add;
  return (
    <Row name={VISUAL.otherwiseTitle}>
      <Actions rule={rule} actions={rule.otherwise} />
      {add}
    </Row>
  );
}
