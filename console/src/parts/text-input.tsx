// A line of text with its label, what to know of it, and what is wrong with it.

import type { HTMLInputAutoCompleteAttribute, HTMLInputTypeAttribute } from 'react';
import { useEffect, useId, useRef } from 'react';
import { useDecimalText } from './decimal-text.ts';
import { useRefusal } from './refusals.tsx';

type TextInputProps = {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly type?: HTMLInputTypeAttribute;
  readonly autoComplete?: HTMLInputAutoCompleteAttribute;
  readonly inputMode?: 'decimal' | 'numeric' | 'text';
  /** What the number is of, shown at its end. */
  readonly unit?: string;
  readonly hint?: string;
  /** The field of the body that it is, by its pointer without `#/`: what is refused stands here. */
  readonly field?: string;
  /** What is wrong; null: nothing. */
  readonly wrong?: string | null;
  /** Whether one begins to type here. */
  readonly isFirst?: boolean;
};

/** With `inputMode` decimal or numeric, numbers are typed in the way of the reader's language. */
export function TextInput(props: TextInputProps) {
  const { inputMode } = props;
  return inputMode === 'decimal' || inputMode === 'numeric' ? (
    <NumberLine {...props} />
  ) : (
    <Line {...props} />
  );
}

function NumberLine(props: TextInputProps) {
  const { shown, wrong, type } = useDecimalText(props.value, props.onChange);
  return <Line {...props} value={shown} onChange={type} wrong={wrong ?? props.wrong ?? null} />;
}

function Line(props: TextInputProps) {
  const { label, value, onChange, type = 'text', autoComplete = 'off', hint } = props;
  const refusal = useRefusal(props.field);
  const wrong = props.wrong ?? refusal;
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (props.isFirst === true) input.current?.focus();
  }, [props.isFirst]);
  const note = wrong ?? hint;
  const { inputMode, unit } = props;
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        ref={input}
        id={id}
        className={unit === undefined ? 'input' : 'input input-unit'}
        {...(inputMode === undefined ? {} : { inputMode })}
        type={type}
        autoComplete={autoComplete}
        spellCheck={false}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        aria-invalid={wrong !== null}
        {...(note === undefined ? {} : { 'aria-describedby': `${id}-note` })}
      />
      {unit === undefined ? null : (
        <span className="unit-of" aria-hidden="true">
          {unit}
        </span>
      )}
      {note === undefined ? null : (
        <span
          id={`${id}-note`}
          className={wrong === null ? 'hint' : 'wrong'}
          {...(wrong === null || wrong !== refusal ? {} : { role: 'alert' })}
        >
          {note}
        </span>
      )}
    </div>
  );
}
