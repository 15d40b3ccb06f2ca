// The settings of a strategy as fields, by group. What most bots leave as it is, is behind a fold.

import type { PartnerStrategySetting } from '@tidemill/client';
import { TextInput } from '../../parts/text-input.tsx';
import { Choice } from '../../parts/widgets.tsx';
import type { ChosenSettings, Wrongs } from './chosen-settings.ts';
import { mainAndMore } from './chosen-settings.ts';
import { STRATEGIES } from '../../words/strategies.ts';
import { served } from '../../words/served.ts';

type Props = {
  readonly settings: readonly PartnerStrategySetting[];
  readonly chosen: ChosenSettings;
  readonly wrongs: Wrongs;
  readonly onChange: (chosen: ChosenSettings) => void;
};

export function SettingFields({ settings, ...shared }: Props) {
  const { main, more } = mainAndMore(settings);
  const isWrong = more.some(({ key }) => shared.wrongs[key] !== undefined);
  return (
    <div className="stack">
      <Groups settings={main} {...shared} />
      {more.length === 0 ? null : (
        <details className="fold" {...(isWrong ? { open: true } : {})}>
          <summary>{STRATEGIES.moreSettings}</summary>
          <div className="stack">
            <Groups settings={more} {...shared} />
          </div>
        </details>
      )}
    </div>
  );
}

function Groups({ settings, chosen, wrongs, onChange }: Props) {
  const groups = [...new Set(settings.map(({ group }) => group))];
  return groups.map((group) => (
    <fieldset key={group ?? ''} className="setting-group">
      <legend>{wordsOf(group ?? 'settings')}</legend>
      {settings
        .filter((setting) => setting.group === group)
        .map((setting) => (
          <SettingField
            key={setting.key}
            setting={setting}
            value={chosen[setting.key] ?? ''}
            wrong={wrongs[setting.key] ?? null}
            onChange={(value) => onChange({ ...chosen, [setting.key]: value })}
          />
        ))}
    </fieldset>
  ));
}

type FieldProps = {
  readonly setting: PartnerStrategySetting;
  readonly value: string | boolean;
  readonly wrong: string | null;
  readonly onChange: (value: string | boolean) => void;
};

function SettingField({ setting, value, wrong, onChange }: FieldProps) {
  const { key, type, options } = setting;
  const name = served(setting.name);
  const description = setting.description === null ? null : served(setting.description);
  if (type === 'boolean')
    return (
      <label className="check">
        <input
          type="checkbox"
          checked={value === true}
          onChange={({ target }) => onChange(target.checked)}
        />
        <span>
          {name}
          <span className="hint check-note">{wrong ?? description}</span>
        </span>
      </label>
    );
  if (type === 'option')
    return (
      <Choice
        label={name}
        value={String(value)}
        choices={options.map((option) => [option, wordsOf(option)])}
        onChange={onChange}
      />
    );
  const unit = unitOf(key);
  return (
    <TextInput
      label={name}
      value={String(value)}
      onChange={onChange}
      wrong={wrong}
      {...(type === 'number' ? { inputMode: setting.whole ? 'numeric' : 'decimal' } : {})}
      {...(unit === null ? {} : { unit })}
      {...(description === null ? {} : { hint: description })}
    />
  );
}

/** Of the numbers of a setting; null: its hint says what they are of. */
export function unitOf(key: string): string | null {
  if (key.endsWith('_percent')) return '%';
  if (key.endsWith('_seconds')) return 's';
  return key.endsWith('_minutes') ? 'min' : null;
}

/** An option or a group in words. */
export function wordsOf(name: string): string {
  const text = name.replaceAll('_', ' ');
  return served(`${text.slice(0, 1).toUpperCase()}${text.slice(1)}`);
}
