// The wire shapes of a lab's results, and of what all of them together say about over-fitting.

import Type from 'typebox';
import type { Static } from 'typebox';
import type { LabSummary } from '#services/labs/lab-results.ts';
import type { ResultView } from '#services/labs/read-labs.ts';
import { botName } from '#api/schemas/bot.ts';
import {
  answeredDecimal,
  decimalToWire,
  figureToWire,
  identifier,
  instantString,
  instantToWire,
  int32,
  nullable,
  nullableFigureToWire,
  page,
  shape,
  text,
} from '#api/schemas/wire-values.ts';

const decimal = (description: string, example: string) =>
  nullable(answeredDecimal(description, example));

const LabResultSchema = shape(
  'LabResult',
  'What one combination gave; figures are null if it failed.',
  {
    backtest_id: text(
      'Names the run where a bot is made of it; as a backtest it is run again on demand.',
      'bt_01jd3f8k2m5q7r9t1v3x5z7b9c',
    ),
    generation: int32('Generation of the search, from 0.', 4),
    population: int32('Place in its generation, from 0.', 2),
    parameters: Type.Unsafe<Readonly<Record<string, number | string | boolean>>>({
      type: 'object',
      additionalProperties: true,
      description: 'The swept inputs.',
      examples: [{ Length: 20 }],
    }),
    error: nullable(text('Why the run failed.', 'line 3: attempt to call a nil value')),
    realized_profit: decimal('Net of fees, in profit_currency.', '152.4'),
    fees: decimal('In profit_currency.', '12.1'),
    roi: decimal('Percent.', '1.5'),
    profit_currency: nullable(text('Currency of the figures.', 'USDT')),
    orders_filled: nullable(int32('Orders that filled.', 42)),
    positions_closed: nullable(int32('Positions that were closed.', 21)),
    win_rate: decimal('Percent of closed positions that won, 0 to 100.', '57.14'),
    max_drawdown_percent: decimal('Deepest fall from a peak, in percent of it.', '8.2'),
    sharpe_ratio: decimal('Annualised.', '1.4'),
    profit_factor: decimal('Gains over losses.', '1.8'),
    in_sample_roi: decimal('Percent, over the part that the search saw.', '1.8'),
    out_of_sample_roi: decimal('Percent, over the part that it did not see.', '0.9'),
    neighbourhood_roi: decimal('Median in-sample ROI of the combinations one step away.', '1.2'),
    stability: decimal('Share of the results that this median reaches, 0 to 1.', '0.9'),
    deflated_sharpe_ratio: decimal('Probability that it is better than luck, 0 to 1.', '0.4'),
    trials: nullable(int32('Runs that the lab made which could differ.', 1_000)),
  },
);
export const LabResultPageSchema = page('LabResultPage', LabResultSchema);

const FoldSchema = shape('LabFold', 'What choosing by the past would have brought.', {
  start_at: instantString('Start of what was chosen by.'),
  cut_at: instantString('Its end, and the start of what was judged.'),
  end_at: instantString('End of what was judged.'),
  backtest_id: text('The run that was best until the cut.', 'bt_01jd3f8k2m5q7r9t1v3x5z7b9c'),
  chosen_profit: answeredDecimal('Until the cut.', '120.5'),
  judged_profit: answeredDecimal('After it.', '14.2'),
});

export const OverfittingSchema = shape('LabOverfitting', 'All results together.', {
  trials: nullable(int32('Runs that could differ; null until completed.', 1_000)),
  overfitting_probability: decimal('That the best run is below the middle elsewhere.', '0.3'),
  expected_highest_sharpe: decimal('Of as many trials without skill, per period.', '0.2'),
  walk_forward: Type.Array(FoldSchema, {
    description: 'What choosing by the past would have brought; empty without folds.',
  }),
});

export const BotOfResultSchema = shape('BotOfResult', 'A bot to make of a result.', {
  name: botName(),
  account_id: Type.Optional(
    identifier(
      "Account to trade on, at the lab's exchange; the lab's unless told.",
      'acc_01jd3f8k2m5q7r9t1v3x5z7b9c',
    ),
  ),
});

export function resultToWire(view: ResultView): Static<typeof LabResultSchema> {
  const { judgement, parameters, result, stored } = view;
  const { failure, figures } = stored;
  const exact = (key: DecimalFigure) => (figures === null ? null : decimalToWire(figures[key]));
  const line = failure?.line ?? null;
  return {
    backtest_id: result.backtestId,
    generation: result.generation,
    population: result.population,
    parameters,
    error: failure === null ? null : `${line === null ? '' : `line ${line}: `}${failure.message}`,
    realized_profit: exact('realizedProfit'),
    fees: exact('fees'),
    roi: exact('roiPercent'),
    profit_currency: figures?.profitCurrency ?? null,
    orders_filled: figures?.ordersFilled ?? null,
    positions_closed: figures?.positionsClosed ?? null,
    win_rate: exact('winRatePercent'),
    max_drawdown_percent: exact('maxDrawdownPercent'),
    sharpe_ratio: exact('sharpeRatio'),
    profit_factor: exact('profitFactor'),
    in_sample_roi: nullableFigureToWire(figures?.inSample.roiPercent),
    out_of_sample_roi: nullableFigureToWire(figures?.outOfSample.roiPercent),
    neighbourhood_roi: nullableFigureToWire(judgement?.neighbourhoodRoi),
    stability: nullableFigureToWire(judgement?.stability),
    deflated_sharpe_ratio: nullableFigureToWire(judgement?.deflatedSharpe),
    trials: judgement?.trialsCount ?? null,
  };
}

type DecimalFigure =
  | 'realizedProfit'
  | 'fees'
  | 'roiPercent'
  | 'winRatePercent'
  | 'maxDrawdownPercent'
  | 'sharpeRatio'
  | 'profitFactor';

export function overfittingToWire(summary: LabSummary | null): Static<typeof OverfittingSchema> {
  return {
    trials: summary?.trialsCount ?? null,
    overfitting_probability: nullableFigureToWire(summary?.overfittingProbability),
    expected_highest_sharpe: nullableFigureToWire(summary?.expectedHighestSharpe),
    walk_forward: (summary?.folds ?? []).map((fold) => ({
      start_at: instantToWire(fold.startMs),
      cut_at: instantToWire(fold.cutMs),
      end_at: instantToWire(fold.endMs),
      backtest_id: fold.backtestId,
      chosen_profit: figureToWire(fold.chosenProfit),
      judged_profit: figureToWire(fold.judgedProfit),
    })),
  };
}
