// Rules of a hook as they are chosen: what messages are like, who may send them, and which of them
// are the same.

import type { ReactNode } from 'react';
import { TextInput } from '../../../parts/text-input.tsx';

export type HookRules = {
  readonly template: string;
  readonly isTradingView: boolean;
  readonly isSigned: boolean;
  readonly entersShort: boolean;
  /** As it was typed. */
  readonly repeatSeconds: string;
};

export const FIRST_RULES: HookRules = {
  template: '',
  isTradingView: true,
  isSigned: false,
  entersShort: false,
  repeatSeconds: '0',
};

export function rulesToWire(rules: HookRules) {
  const template = rules.template.trim();
  return {
    from_tradingview: rules.isTradingView,
    is_signed: rules.isSigned,
    sells_enter_short: rules.entersShort,
    repeat_window_seconds: Number(rules.repeatSeconds.trim()),
    ...(template === '' ? {} : { template }),
  };
}

const TEMPLATE_HINT =
  'Such as “{{action}} {{ticker}}”. Empty: JSON, an action alone, and the text that TradingView ' +
  'proposes for strategies.';
const REPEAT_HINT =
  '0: each message trades. Otherwise the same text within so long after it trades once. Messages ' +
  'with an id trade once in any case.';

type FieldsProps = {
  readonly rules: HookRules;
  readonly onChange: (rules: HookRules) => void;
};

export function HookRuleFields({ rules, onChange }: FieldsProps) {
  const change = (part: Partial<HookRules>): void => onChange({ ...rules, ...part });
  return (
    <>
      <TextInput
        label="Form of texts"
        field="template"
        value={rules.template}
        onChange={(template) => change({ template })}
        hint={TEMPLATE_HINT}
      />
      <TextInput
        label="Same message again within"
        field="repeat_window_seconds"
        inputMode="numeric"
        unit="s"
        value={rules.repeatSeconds}
        onChange={(repeatSeconds) => change({ repeatSeconds })}
        hint={REPEAT_HINT}
      />
      <Check
        isChecked={rules.isTradingView}
        onChange={(isTradingView) =>
          change(isTradingView ? { isTradingView, isSigned: false } : { isTradingView })
        }
      >
        Only from the addresses of TradingView
      </Check>
      <Check
        isChecked={rules.isSigned}
        onChange={(isSigned) =>
          change(isSigned ? { isSigned, isTradingView: false } : { isSigned })
        }
        hint="For a program of your own: it gets a signing secret. TradingView cannot sign."
      >
        Only signed messages
      </Check>
      <Check
        isChecked={rules.entersShort}
        onChange={(entersShort) => change({ entersShort })}
        hint="Otherwise it closes a long position. The text that TradingView proposes says which."
      >
        A text that says only “sell” opens a short
      </Check>
    </>
  );
}

type CheckProps = {
  readonly isChecked: boolean;
  readonly onChange: (isChecked: boolean) => void;
  readonly hint?: string;
  readonly children: ReactNode;
};

function Check({ isChecked, onChange, hint, children }: CheckProps) {
  return (
    <label className="check">
      <input
        type="checkbox"
        checked={isChecked}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span>
        {children}
        {hint === undefined ? null : <span className="hint check-note">{hint}</span>}
      </span>
    </label>
  );
}
