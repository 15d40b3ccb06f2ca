// Size of a trade beside the rules. It belongs to a run and not to the script, so that one script
// trades small in one bot and large in another.

import type { BacktestSettings } from '@tidemill/client';
import { VISUAL } from '../words/visual.ts';

type Props = {
  readonly settings: BacktestSettings;
  readonly onChange: (settings: BacktestSettings) => void;
};

type SizeName = 'trade_amount' | 'trade_amount_percent';

const NO_SIZE = VISUAL.noSizeWasChosen;

export function SizeField({ settings, onChange }: Props) {
  const isPercent = settings.trade_amount_percent !== undefined;
  const name: SizeName = isPercent ? 'trade_amount_percent' : 'trade_amount';
  const text = settings[name] ?? '';
  const set = (to: SizeName, value: string): void => {
    const { trade_amount: _amount, trade_amount_percent: _percent, ...rest } = settings;
    onChange(value === '' && to === 'trade_amount' ? rest : { ...rest, [to]: value });
  };
  return (
    <>
      <span className="phrase">
        <span>{VISUAL.eachTradeIsFor}</span>
        <input
          className="value"
          aria-label={VISUAL.sizeOfATrade}
          inputMode="decimal"
          placeholder="100"
          size={Math.max(text.length, 4)}
          value={text}
          onChange={({ target }) => set(name, target.value.trim())}
        />
        <select
          className="value value-word"
          aria-label={VISUAL.whatTheSizeIs}
          value={name}
          onChange={({ target }) =>
            set(
              target.value === 'trade_amount' ? 'trade_amount' : 'trade_amount_percent',
              text || '10',
            )
          }
        >
          <option value="trade_amount">{VISUAL.ofTheQuoteCurrency}</option>
          <option value="trade_amount_percent">{VISUAL.percentOfTheEquity}</option>
        </select>
      </span>
      <span className="hint">{VISUAL.ofTheBacktestBeside(text === '' ? NO_SIZE : '')}</span>
    </>
  );
}
