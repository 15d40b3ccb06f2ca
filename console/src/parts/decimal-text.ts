// State of a field for a number: shown as it is typed in the reader's language, passed on as the
// API writes it.

import { LOCALE } from '../words/language.ts';
import { useState } from 'react';
import { decimalSign, faultOf, readTypedDecimal, typedForm } from './typed-decimal.ts';

const SIGN = decimalSign(LOCALE);

type DecimalText = {
  readonly shown: string;
  /** What is wrong with the text; null: nothing. */
  readonly wrong: string | null;
  readonly type: (text: string) => void;
};

/** State of the field: what it shows, what is wrong with it, and how to type. */
export function useDecimalText(value: string, onChange: (value: string) => void): DecimalText {
  const [typed, setTyped] = useState(() => typedForm(value, SIGN));
  // What is typed stays as it is typed, until the value becomes another one.
  const shown = valueOf(typed) === value ? typed : typedForm(value, SIGN);
  return {
    shown,
    wrong: faultOf(shown, SIGN),
    type(text) {
      setTyped(text);
      onChange(valueOf(text));
    },
  };
}

/** What is no number goes on as it is, and is refused as such. */
function valueOf(text: string): string {
  const read = readTypedDecimal(text, SIGN);
  return read.kind === 'number' ? read.value : text.trim();
}
