// The inputs of a script as a lab varies them: a range, a choice, or one value.

import { DecimalInput } from '../parts/decimal-input.tsx';
import type { Sweep, SweptValue } from './sweeps.ts';
import { choicesOf, countOf, isNumeric } from './sweeps.ts';
import { LABS } from '../words/labs.ts';

type Props = {
  readonly sweeps: readonly Sweep[];
  readonly onChange: (sweeps: readonly Sweep[]) => void;
};

export function SweepTable({ sweeps, onChange }: Props) {
  const change = (changed: Sweep): void =>
    onChange(sweeps.map((sweep) => (sweep.key === changed.key ? changed : sweep)));
  return (
    <>
      <p className="hint">{LABS.tickTheInputsTo}</p>
      <ul className="sweeps">
        {sweeps.map((sweep) => (
          <li key={sweep.key} className="sweep" data-swept={sweep.isSwept}>
            <label className="sweep-name">
              <input
                type="checkbox"
                className="tick"
                checked={sweep.isSwept}
                onChange={({ target }) => change({ ...sweep, isSwept: target.checked })}
              />
              <span>
                {sweep.key}
                {sweep.input.tooltip === null ? null : (
                  <span className="hint sweep-hint">{sweep.input.tooltip}</span>
                )}
              </span>
            </label>
            {sweep.isSwept ? (
              isNumeric(sweep) ? (
                <RangeFields sweep={sweep} onChange={change} />
              ) : (
                <ChoiceFields sweep={sweep} onChange={change} />
              )
            ) : (
              <FixedField sweep={sweep} onChange={change} />
            )}
            <span className="sweep-count">{countText(sweep)}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

function countText(sweep: Sweep): string {
  if (!sweep.isSwept) return '';
  const count = countOf(sweep);
  return count === null ? LABS.noValues : `${count} ${count === 1 ? LABS.value : LABS.values}`;
}

type FieldsProps = { readonly sweep: Sweep; readonly onChange: (sweep: Sweep) => void };

const RANGE_WORDS = { from: LABS.from, to: LABS.to, step: LABS.step } as const;

function RangeFields({ sweep, onChange }: FieldsProps) {
  return (
    <div className="range-fields">
      {(['from', 'to', 'step'] as const).map((name) => (
        <label key={name} className="range-field">
          <span className="faint">{RANGE_WORDS[name]}</span>
          <DecimalInput
            value={sweep[name]}
            onChange={(value) => onChange({ ...sweep, [name]: value })}
          />
        </label>
      ))}
    </div>
  );
}

function ChoiceFields({ sweep, onChange }: FieldsProps) {
  const labelOf = (value: SweptValue): string =>
    sweep.input.options.find((option) => option.value === value)?.label ?? String(value);
  return (
    <div className="range-fields">
      {choicesOf(sweep.input).map((value) => (
        <label key={String(value)} className="choice-field">
          <input
            type="checkbox"
            className="tick"
            checked={sweep.values.includes(value)}
            onChange={({ target }) =>
              onChange({
                ...sweep,
                values: target.checked
                  ? [...sweep.values, value]
                  : sweep.values.filter((each) => each !== value),
              })
            }
          />
          {labelOf(value)}
        </label>
      ))}
    </div>
  );
}

function FixedField({ sweep, onChange }: FieldsProps) {
  const { input, fixed, key } = sweep;
  const shown = String(fixed ?? input.default ?? '');
  const choices = choicesOf(input);
  const set = (text: string): void => {
    const value =
      choices.find((choice) => String(choice) === text) ??
      (typeof input.default === 'number' ? Number(text) : text);
    const isNone = text === '' || value === input.default || Number.isNaN(value);
    onChange({ ...sweep, fixed: isNone ? null : value });
  };
  if (choices.length > 0)
    return (
      <select
        className="input"
        aria-label={key}
        value={shown}
        onChange={({ target }) => set(target.value)}
      >
        {choices.map((choice) => (
          <option key={String(choice)} value={String(choice)}>
            {String(choice)}
          </option>
        ))}
      </select>
    );
  return (
    <input
      className="input"
      aria-label={key}
      defaultValue={shown}
      onBlur={({ target }) => set(target.value.trim())}
    />
  );
}
