// Rules of a hook as they are chosen: what messages are like, who may send them, and which of them
// are the same.

import type { ReactNode } from 'react';
import { TextInput } from '../../../parts/text-input.tsx';
import { WEBHOOKS } from '../../../words/webhooks.ts';

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

/** Rules as the API takes them; an empty form of texts is left out. */
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

const TEMPLATE_HINT = WEBHOOKS.suchAsActionTicker;
const REPEAT_HINT = WEBHOOKS.of0EachMessageTrades;

type FieldsProps = {
  readonly rules: HookRules;
  readonly onChange: (rules: HookRules) => void;
};

/** Fields of the rules. */
export function HookRuleFields({ rules, onChange }: FieldsProps) {
  const change = (part: Partial<HookRules>): void => onChange({ ...rules, ...part });
  return (
    <>
      <TextInput
        label={WEBHOOKS.formOfTexts}
        field="template"
        value={rules.template}
        onChange={(template) => change({ template })}
        hint={TEMPLATE_HINT}
      />
      <TextInput
        label={WEBHOOKS.sameMessageAgainWithin}
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
        {WEBHOOKS.onlyFromTheAddresses}
      </Check>
      <Check
        isChecked={rules.isSigned}
        onChange={(isSigned) =>
          change(isSigned ? { isSigned, isTradingView: false } : { isSigned })
        }
        hint={WEBHOOKS.forAProgramOf}
      >
        {WEBHOOKS.onlySignedMessages}
      </Check>
      <Check
        isChecked={rules.entersShort}
        onChange={(entersShort) => change({ entersShort })}
        hint={WEBHOOKS.otherwiseItClosesA}
      >
        {WEBHOOKS.aTextThatSaysOnly}
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
