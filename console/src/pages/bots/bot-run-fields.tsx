// Fields of a new bot's runs: the candles of its chart, what a trade of it is worth, and the inputs
// of its script. They begin with those of a backtest or a bot where it is made of one.

import type { Account } from '@tidemill/client';
import { useQuery } from '@tanstack/react-query';
import { scriptInputsQuery } from '../../api/queries.ts';
import { InputsForm } from '../../bench/inputs-form.tsx';
import { SizeFields } from '../../bench/size-fields.tsx';
import { INTERVALS, intervalOf } from '../../chart/intervals.ts';
import { Loaded } from '../../parts/states.tsx';
import { Choice } from '../../parts/widgets.tsx';
import { BACKTESTS } from '../../words/backtests.ts';
import { BOTS } from '../../words/bots.ts';
import type { BotRun } from './bot-pattern.ts';

export const FIRST_RUN: BotRun = { parameters: {}, settings: {} };

type Props = {
  readonly scriptId: string;
  readonly account: Account | undefined;
  readonly run: BotRun;
  readonly onChange: (run: BotRun) => void;
};

export function BotRunFields({ scriptId, account, run, onChange }: Props) {
  const inputs = useQuery(scriptInputsQuery(scriptId));
  const { settings, parameters } = run;
  const count = Object.keys(parameters).length;
  return (
    <>
      <Choice
        label={BOTS.chartInterval}
        value={intervalOf(settings.interval ?? 1) ?? 1}
        choices={INTERVALS}
        onChange={(interval) => onChange({ ...run, settings: { ...settings, interval } })}
      />
      <div className="inputs">
        <SizeFields
          isSpot={account?.market_type === 'spot'}
          settings={settings}
          onChange={(next) => onChange({ ...run, settings: next })}
        />
      </div>
      <details className="fold">
        <summary>
          {BACKTESTS.inputsOfTheScript(count === 0 ? '' : BACKTESTS.changed(count))}
        </summary>
        <Loaded query={inputs} lines={3}>
          {({ data }) => (
            <InputsForm
              inputs={data}
              chosen={parameters}
              onChange={(chosen) => onChange({ ...run, parameters: chosen })}
            />
          )}
        </Loaded>
      </details>
    </>
  );
}
