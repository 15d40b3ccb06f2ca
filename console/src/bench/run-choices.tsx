// Choices of a run beside its script: account, market, candles, window, and how orders fill.

import type { Account, BacktestJob, BacktestSettings } from '@tidemill/client';
import type { Interval } from '../chart/intervals.ts';
import { INTERVALS, intervalOf } from '../chart/intervals.ts';
import { MarketChoice } from '../parts/market-choice.tsx';
import { Choice } from '../parts/widgets.tsx';
import { SettingField, SizeFields } from './size-fields.tsx';
import { BACKTESTS } from '../words/backtests.ts';

export type RunChoices = {
  readonly accountId: string;
  readonly marketTag: string;
  readonly interval: Interval;
  /** Days of UTC, `2026-11-01`; the window ends at the beginning of `to`. */
  readonly from: string;
  readonly to: string;
  readonly settings: BacktestSettings;
};

const DAY_MS = 86_400_000;

const PERIODS = [
  [7, BACKTESTS.of7Days],
  [30, BACKTESTS.of30Days],
  [90, BACKTESTS.of90Days],
  [365, BACKTESTS.aYear],
] as const;

const dayText = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** Whole days up to the last midnight, so that a run can be repeated. */
export function lastDays(days: number, nowMs = Date.now()): Pick<RunChoices, 'from' | 'to'> {
  const endMs = Math.floor(nowMs / DAY_MS) * DAY_MS;
  return { from: dayText(endMs - days * DAY_MS), to: dayText(endMs) };
}

export const firstChoices = (accounts: readonly Account[]): RunChoices => ({
  accountId: accounts[0]?.account_id ?? '',
  marketTag: '',
  interval: 15,
  ...lastDays(30),
  settings: {},
});

/** Those of a backtest. */
export function choicesLike(like: BacktestJob): Partial<RunChoices> {
  const { account_id: accountId, market_tag: marketTag, start_at: start, end_at: end } = like;
  const interval = intervalOf(like.request.interval);
  return {
    ...(accountId === null ? {} : { accountId }),
    ...(marketTag === null ? {} : { marketTag }),
    ...(interval === null ? {} : { interval }),
    ...(start === null || end === null ? {} : { from: start.slice(0, 10), to: end.slice(0, 10) }),
    settings: like.request.settings,
  };
}

export const windowOf = ({ from, to }: RunChoices) => ({
  start_at: `${from}T00:00:00.000Z`,
  end_at: `${to}T00:00:00.000Z`,
});

type Props = {
  readonly accounts: readonly Account[];
  readonly choices: RunChoices;
  readonly onChange: (choices: RunChoices) => void;
};

/** Fields of a run's choices; the window is in days of UTC. */
export function RunFields({ accounts, choices, onChange }: Props) {
  const account = accounts.find((of) => of.account_id === choices.accountId);
  const days = (Date.parse(choices.to) - Date.parse(choices.from)) / DAY_MS;
  const isRecent = choices.to === lastDays(1).to;
  return (
    <>
      <div className="row">
        <Choice
          label={BACKTESTS.account}
          value={choices.accountId}
          choices={accounts.map((of) => [of.account_id, of.name])}
          onChange={(accountId) => onChange({ ...choices, accountId, marketTag: '' })}
        />
        <MarketChoice
          account={account}
          value={choices.marketTag}
          onChange={(marketTag) => onChange({ ...choices, marketTag })}
        />
        <Choice
          label={BACKTESTS.candles}
          value={choices.interval}
          choices={INTERVALS}
          onChange={(interval) => onChange({ ...choices, interval })}
        />
      </div>
      <div className="row">
        <DayField
          label={BACKTESTS.from}
          value={choices.from}
          onChange={(from) => onChange({ ...choices, from })}
        />
        <DayField
          label={BACKTESTS.to}
          value={choices.to}
          onChange={(to) => onChange({ ...choices, to })}
        />
        <div className="segments" role="group" aria-label={BACKTESTS.period}>
          {PERIODS.map(([count, text]) => (
            <button
              key={count}
              type="button"
              className="segment"
              aria-pressed={isRecent && days === count}
              onClick={() => onChange({ ...choices, ...lastDays(count) })}
            >
              {text}
            </button>
          ))}
        </div>
      </div>
    </>
  );
}

type DayProps = {
  readonly label: string;
  readonly value: string;
  readonly onChange: (day: string) => void;
};

function DayField({ label, value, onChange }: DayProps) {
  return (
    <label className="field">
      <span className="label">{label}</span>
      <input
        type="date"
        className="input"
        value={value}
        onChange={({ target }) => {
          if (target.value !== '') onChange(target.value);
        }}
      />
    </label>
  );
}

type SettingsProps = {
  readonly settings: BacktestSettings;
  readonly onChange: (settings: BacktestSettings) => void;
};

const RULES = [
  ['realistic', BACKTESTS.realistic],
  ['tradingview', BACKTESTS.asTradingview],
  ['touch', BACKTESTS.fillWhenTouched],
] as const;

/** The few that most people change; the API has all. */
export function SettingsFields({ settings, onChange }: SettingsProps) {
  return (
    <div className="inputs">
      <Choice
        label={BACKTESTS.rulesOfMatching}
        value={settings.rules ?? 'realistic'}
        choices={RULES}
        onChange={(rules) => onChange({ ...settings, rules })}
      />
      <SizeFields settings={settings} onChange={onChange} />
      <SettingField
        label={BACKTESTS.slippagePercent}
        hint={BACKTESTS.asTheRulesSay}
        name="slippage_percent"
        settings={settings}
        onChange={onChange}
      />
    </div>
  );
}
