// Inputs of a script as fields, by group. Only changed values are sent: the others stay as in the
// script.

import type { ScriptInput } from '@tidemill/client';
import { BACKTESTS } from '../words/backtests.ts';

export type InputValue = string | number | boolean;
export type ChosenInputs = Readonly<Record<string, InputValue>>;

type Props = {
  readonly inputs: readonly ScriptInput[];
  readonly chosen: ChosenInputs;
  readonly onChange: (chosen: ChosenInputs) => void;
  readonly isPine?: boolean;
};

export function InputsForm({ inputs, chosen, onChange, isPine = false }: Props) {
  const keyed = inputs.filter(({ key }) => key !== null);
  const groups = [...new Set(keyed.map(({ group }) => group))];
  const set = (key: string, value: InputValue | null): void => {
    const { [key]: _former, ...rest } = chosen;
    onChange(value === null ? rest : { ...rest, [key]: value });
  };
  if (keyed.length === 0)
    return (
      <p className="hint">{BACKTESTS.theScriptHasNo(isPine ? 'input.int()' : BACKTESTS.input)}</p>
    );
  return groups.map((group) => (
    <fieldset key={group ?? ''} className="inputs">
      {group === null ? null : <legend>{group}</legend>}
      {keyed
        .filter((input) => input.group === group)
        .map((input) => (
          <InputField
            key={input.key}
            input={input}
            value={chosen[input.key ?? ''] ?? null}
            onSet={(value) => set(input.key ?? '', value)}
          />
        ))}
    </fieldset>
  ));
}

type FieldProps = {
  readonly input: ScriptInput;
  /** Null: as the script has it. */
  readonly value: InputValue | null;
  readonly onSet: (value: InputValue | null) => void;
};

function InputField({ input, value, onSet }: FieldProps) {
  const { label, tooltip, options, default: standard } = input;
  const isChanged = value !== null;
  return (
    <label className="field" title={tooltip ?? ''}>
      <span className="label">
        {label}
        {isChanged ? <span className="changed"> {BACKTESTS.changedWithin}</span> : null}
      </span>
      {typeof standard === 'boolean' ? (
        <select
          className="input"
          value={String(value ?? standard)}
          onChange={({ target }) =>
            onSet((target.value === 'true') === standard ? null : target.value === 'true')
          }
        >
          <option value="true">{BACKTESTS.yes}</option>
          <option value="false">{BACKTESTS.no}</option>
        </select>
      ) : options.length > 0 ? (
        <select
          className="input"
          value={String(value ?? standard ?? '')}
          onChange={({ target }) => {
            const option = options.find((each) => String(each.value) === target.value);
            onSet(option === undefined || option.value === standard ? null : option.value);
          }}
        >
          {options.map((option) => (
            <option key={option.label} value={String(option.value)}>
              {option.label}
            </option>
          ))}
        </select>
      ) : typeof standard === 'number' ? (
        <NumberField input={input} standard={standard} value={value} onSet={onSet} />
      ) : (
        <input
          className="input"
          value={String(value ?? standard ?? '')}
          onChange={({ target }) => onSet(target.value === standard ? null : target.value)}
        />
      )}
    </label>
  );
}

function NumberField({ input, standard, value, onSet }: FieldProps & { standard: number }) {
  const { minimum, maximum, step } = input;
  return (
    <input
      className="input"
      type="number"
      value={String(value ?? standard)}
      min={minimum ?? undefined}
      max={maximum ?? undefined}
      step={step ?? 'any'}
      onChange={({ target }) => {
        const number = target.valueAsNumber;
        onSet(Number.isNaN(number) || number === standard ? null : number);
      }}
    />
  );
}
