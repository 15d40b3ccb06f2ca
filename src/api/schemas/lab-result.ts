// The wire shapes of a lab's results, and of what all of them together say about over-fitting.

import Type from 'typebox';
import type { Decimal } from '#lib/decimal.ts';
import { formatDecimal } from '#lib/decimal.ts';
import type { MarketResult } from '#services/labs/lab-markets.ts';
import { marketResultId } from '#services/labs/lab-markets.ts';
import { netPercent } from '#services/labs/lab-results.ts';
import type { LabSummary } from '#services/labs/lab-results.ts';
import type { ResultView } from '#services/labs/read-labs.ts';
import { botName } from '#api/schemas/bot.ts';
import {
  field,
  figureField,
  instantField,
  listField,
  nullableDecimalField,
  nullableFigureField,
  shapeOf,
  listOf,
  pageOf,
} from '#api/schemas/field-codec.ts';
import { identifier, int32, nullable, shape, text } from '#api/schemas/wire-values.ts';

type Figures = NonNullable<ResultView['stored']['figures']>;

/** A figure of the run; null if it failed. */
const figure = (description: string, example: string, read: (figures: Figures) => Decimal) =>
  nullableDecimalField(description, example, ({ stored }: ResultView) =>
    stored.figures === null ? null : read(stored.figures),
  );

/** Of so many figures; the shared decimal has one. */
const NO_EXAMPLE = '';

/** What a set of inputs gave on one market, and the id of its run there. */
type MarketOfResult = MarketResult & { readonly backtestId: string };

const MARKET = shapeOf<MarketOfResult>()('LabMarketResult', 'What it gave on one market.', {
  market_tag: field(text('Market.', 'SIM_ETH_USDT'), (of) => of.marketTag),
  backtest_id: field(
    text('Its run there; for a report, and for a bot.', 'bt_01jd3f8k2m5q7r9t1v3x5z7b9c'),
    (of) => of.backtestId,
  ),
  error: field(nullable(text('Why it failed.', 'line 3: attempt to call a nil value')), (of) =>
    failureText(of.failure),
  ),
  realized_profit: nullableDecimalField(
    'Net of fees.',
    NO_EXAMPLE,
    ({ figures }: MarketOfResult) => figures?.realizedProfit ?? null,
  ),
  return: nullableFigureField('Percent.', NO_EXAMPLE, ({ figures }) =>
    returnOf(figures, figures?.realizedProfit),
  ),
  max_drawdown_percent: nullableDecimalField(
    'Deepest fall.',
    NO_EXAMPLE,
    ({ figures }: MarketOfResult) => figures?.maxDrawdownPercent ?? null,
  ),
  positions_closed: field(
    nullable(int32('Positions that were closed.', 21)),
    ({ figures }) => figures?.positionsClosed ?? null,
  ),
});

function marketsOfResult({ result, stored }: ResultView): readonly MarketOfResult[] {
  return (stored.markets ?? []).map((of, place) => {
    return { ...of, backtestId: marketResultId(result.backtestId, place) };
  });
}

const RESULT = shapeOf<ResultView>()(
  'LabResult',
  'What one combination gave; figures are null if it failed.',
  {
    backtest_id: field(
      text(
        'Names the run where a bot is made of it; as a backtest it is run again.',
        'bt_01jd3f8k2m5q7r9t1v3x5z7b9c',
      ),
      ({ result }) => result.backtestId,
    ),
    generation: field(
      int32('Generation of the search, from 0.', 4),
      ({ result }) => result.generation,
    ),
    population: field(
      int32('Place in its generation, from 0.', 2),
      ({ result }) => result.population,
    ),
    parameters: field(
      Type.Unsafe<Readonly<Record<string, number | string | boolean>>>({
        type: 'object',
        additionalProperties: true,
        description: 'The swept inputs.',
        examples: [{ Length: 20 }],
      }),
      (of) => of.parameters,
    ),
    error: field(
      nullable(text('Why the run failed.', 'line 3: attempt to call a nil value')),
      errorOf,
    ),
    markets: listField(
      MARKET,
      { description: 'Market by market; empty where the lab has one.' },
      marketsOfResult,
    ),
    realized_profit: figure(
      'Net of fees, in profit_currency.',
      NO_EXAMPLE,
      (figures) => figures.realizedProfit,
    ),
    fees: figure('In profit_currency.', NO_EXAMPLE, (figures) => figures.fees),
    roi: figure('Percent.', NO_EXAMPLE, (figures) => figures.roiPercent),
    return: nullableFigureField(
      'Realised, of the starting equity, percent.',
      NO_EXAMPLE,
      ({ stored: { figures } }) => returnOf(figures, figures?.realizedProfit),
    ),
    in_sample_return: nullableFigureField(
      'Over the seen part.',
      NO_EXAMPLE,
      ({ stored: { figures } }) => returnOf(figures, figures?.inSample.realizedProfit),
    ),
    out_of_sample_return: nullableFigureField(
      'Over the unseen part.',
      NO_EXAMPLE,
      ({ stored: { figures } }) => returnOf(figures, figures?.outOfSample.realizedProfit),
    ),
    profit_currency: field(
      nullable(text('Currency of the figures.', 'USDT')),
      ({ stored }) => stored.figures?.profitCurrency ?? null,
    ),
    orders_filled: field(
      nullable(int32('Orders that filled.', 42)),
      ({ stored }) => stored.figures?.ordersFilled ?? null,
    ),
    positions_closed: field(
      nullable(int32('Positions that were closed.', 21)),
      ({ stored }) => stored.figures?.positionsClosed ?? null,
    ),
    win_rate: figure(
      'Percent of closed positions that won, 0 to 100.',
      NO_EXAMPLE,
      (figures) => figures.winRatePercent,
    ),
    max_drawdown_percent: figure(
      'Deepest fall from a peak, in percent of it.',
      NO_EXAMPLE,
      (figures) => figures.maxDrawdownPercent,
    ),
    sharpe_ratio: figure('Annualised.', NO_EXAMPLE, (figures) => figures.sharpeRatio),
    profit_factor: figure('Gains over losses.', NO_EXAMPLE, (figures) => figures.profitFactor),
    in_sample_roi: nullableFigureField(
      'Percent, over the seen part.',
      NO_EXAMPLE,
      ({ stored }) => stored.figures?.inSample.roiPercent,
    ),
    out_of_sample_roi: nullableFigureField(
      'Percent, over the unseen part.',
      NO_EXAMPLE,
      ({ stored }) => stored.figures?.outOfSample.roiPercent,
    ),
    neighbourhood_roi: nullableFigureField(
      'Median in-sample ROI of the combinations one step away.',
      NO_EXAMPLE,
      ({ judgement }) => judgement?.neighbourhoodRoi,
    ),
    stability: nullableFigureField(
      'Share of the results that this median reaches, 0 to 1.',
      NO_EXAMPLE,
      ({ judgement }) => judgement?.stability,
    ),
    deflated_sharpe_ratio: nullableFigureField(
      'Probability that it is better than luck, 0 to 1.',
      NO_EXAMPLE,
      ({ judgement }) => judgement?.deflatedSharpe,
    ),
    trials: field(
      nullable(int32('Runs that the lab made which could differ.', 1_000)),
      ({ judgement }) => judgement?.trialsCount ?? null,
    ),
  },
);
export const LAB_RESULT_PAGE = pageOf('LabResultPage', RESULT);
export const LAB_FRONT = listOf('LabFront', RESULT);

/** Percent; null where the run failed, or was retained before its starting equity was. */
function returnOf(
  figures: Pick<Figures, 'startEquity'> | null,
  profit: Decimal | undefined,
): number | null {
  if (profit === undefined) return null;
  return netPercent(Number(formatDecimal(profit)), figures?.startEquity ?? null);
}

function errorOf({ stored: { failure } }: ResultView): string | null {
  return failureText(failure);
}

function failureText(failure: ResultView['stored']['failure']): string | null {
  if (failure === null) return null;
  const line = failure.line ?? null;
  return line === null ? failure.message : `line ${line}: ${failure.message}`;
}

const FOLD = shapeOf<LabSummary['folds'][number]>()(
  'LabFold',
  'What choosing by the past would have brought.',
  {
    start_at: instantField('Start of what was chosen by.', (of) => of.startMs),
    cut_at: instantField('Its end, and the start of what was judged.', (of) => of.cutMs),
    end_at: instantField('End of what was judged.', (of) => of.endMs),
    backtest_id: field(
      text('The run that was best until the cut.', 'bt_01jd3f8k2m5q7r9t1v3x5z7b9c'),
      (of) => of.backtestId,
    ),
    chosen_profit: figureField('Until the cut.', '120.5', (of) => of.chosenProfit),
    judged_profit: figureField('After it.', '14.2', (of) => of.judgedProfit),
  },
);

/** Null until all results are there. */
const OVERFITTING = shapeOf<LabSummary | null>()('LabOverfitting', 'All results together.', {
  trials: field(
    nullable(int32('Runs that could differ; null until completed.', 1_000)),
    (of) => of?.trialsCount ?? null,
  ),
  overfitting_probability: nullableFigureField(
    'That the best run is below the middle elsewhere.',
    '0.3',
    (of) => of?.overfittingProbability,
  ),
  expected_highest_sharpe: nullableFigureField(
    'Of as many trials without skill, per period.',
    '0.2',
    (of) => of?.expectedHighestSharpe,
  ),
  walk_forward: listField(
    FOLD,
    { description: 'What choosing by the past would have brought; empty without folds.' },
    (of) => of?.folds ?? [],
  ),
});
export const OverfittingSchema = OVERFITTING.schema;
export const overfittingToWire = OVERFITTING.toWire;

export const BotOfResultSchema = shape('BotOfResult', 'A bot to make of a result.', {
  name: botName(),
  account_id: Type.Optional(
    identifier(
      "Account to trade on, at the lab's exchange; the lab's by default.",
      'acc_01jd3f8k2m5q7r9t1v3x5z7b9c',
    ),
  ),
});
