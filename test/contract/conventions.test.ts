// The contract's conventions that hold everywhere, checked on every shape that the service returns
// with: one that is added to the table is covered without a line here.

import { suite, test } from 'node:test';
import assert from 'node:assert/strict';
import { OPERATIONS } from '#api/operations.ts';

type Schema = {
  readonly $id?: string;
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly properties?: { readonly [name: string]: Schema };
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly additionalProperties?: Schema | boolean;
  readonly 'x-addition'?: boolean;
};

/** Values that the author of a script or of a strategy chose, returned in their own kind. */
const CHOSEN = new Set([
  'BacktestRequest.parameters',
  'Bot.parameters',
  'LabParameter.value',
  'LabParameter.values',
  'PartnerBot.config',
  'PartnerStrategySetting.default',
  'ScriptInput.default',
  'ScriptInput.maximum',
  'ScriptInput.minimum',
  'ScriptInput.step',
  'ScriptInputOption.value',
  'StrategyBot.config',
  'BacktestStrategy.config',
]);

/** What a process measures of itself: no amount, and no more exact than the clock. */
const MEASURED = new Set([
  'FigureSample.value',
  'QueueState.oldest_seconds',
  'ServiceProcess.loop_delay_ms',
  'SlowRequest.duration_ms',
]);

type Part = { readonly place: string; readonly name: string | null; readonly schema: Schema };

/** Each field of a response, and what the field is made of, under the field's name. */
function* partsOf(schema: Schema, place: string): Generator<Part> {
  yield { place, name: null, schema };
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    const inner = `${schema.$id ?? place}.${name}`;
    yield { place: inner, name, schema: field };
    yield* partsOf(field, inner);
  }
  for (const option of schema.anyOf ?? []) yield* partsOf(option, place);
  if (schema.items !== undefined) yield* partsOf(schema.items, place);
  if (typeof schema.additionalProperties === 'object') {
    yield* partsOf(schema.additionalProperties, place);
  }
}

const PARTS = OPERATIONS.flatMap(({ success }) =>
  success.schema === null ? [] : [...partsOf(success.schema as Schema, '')],
);

/** Fields that the contract gives the shapes it shows, requests first. */
const PUBLISHED: { readonly [name: string]: string } = {
  PlaceOrder: 'account_id market_tag side type price amount',
  CreateBot: 'name script_id account_id market_tag',
  ReplaceSource: 'source',
  CreateBacktest: 'script_id account_id market_tag interval start_at end_at',
  StartLab: 'start_at end_at',
  SendSignal: 'signal_token action',
  CreatePartnerBot: 'type config',
  Market:
    'market_tag exchange base quote market_type price_step price_decimals amount_step ' +
    'amount_decimals maker_fee taker_fee min_order_amount min_order_value max_order_amount ' +
    'max_order_value is_open contract',
  Contract:
    'name type margin_currency display_name contract_value contract_value_currency ' +
    'lowest_leverage highest_leverage',
  Order:
    'order_id account_id market_tag side type price amount filled_amount status bot_id placed_at',
  OrderPlaced: 'order_id',
  Bot:
    'bot_id name account_id market_tag script_id is_activated is_paused realized_profit ' +
    'unrealized_profit roi',
  BotAction: 'bot_id is_activated',
  Script: 'script_id name description type is_valid created_at updated_at',
  ScriptDetail: 'script_id name description type is_valid created_at updated_at source compile',
  ScriptCompile: 'is_valid errors',
  ScriptCompileError: 'message line',
  ScriptSourceUpdated: 'script_id compile',
  BacktestJob: 'backtest_id status script_id account_id market_tag interval start_at end_at result',
  BacktestResult:
    'realized_profit fees roi profit_currency orders_filled positions_closed win_rate',
  BacktestPosition:
    'position_id direction market_tag is_closed opened_at closed_at amount average_price ' +
    'realized_profit fees roi profit_currency',
  LabDetail:
    'lab_id name script_id algorithm status account_id market_tag interval start_at end_at ' +
    'started_at scheduled_backtests completed_backtests parameters_count ' +
    'enabled_parameters_count config cancel_reason created_at updated_at',
  LabConfig: 'max_population max_generations max_elites',
  PartnerBot:
    'bot_id user_id status type exchange master_bot_id created_at profit roi cloned followers ' +
    'config',
  PartnerStrategy: 'type name description settings',
  PartnerStrategySetting: 'key group name description type default editable options',
  PartnerBacktestResults:
    'backtest_id market_tag started_at ended_at executed_start_at executed_end_at summary ' +
    'performance orders positions logs',
  PartnerBacktestSummary: 'realized_profit roi fee_costs gross_profit price_change profit_currency',
  PartnerBacktestPerformance:
    'profit_factor sharpe_ratio sortino_ratio max_drawdown max_drawdown_percent win_percentage ' +
    'biggest_win biggest_loss highest_profit lowest_profit',
  PartnerBacktestOrders: 'total filled partially_filled average_open_time',
  PartnerBacktestPositions: 'closed winning losing average_profit average_margin',
  PartnerBacktestLogLine: 'timestamp severity message',
  PartnerBacktestPosition:
    'position_id direction market_tag is_closed opened_at closed_at amount average_price ' +
    'realized_profit fee_costs roi profit_currency',
  SignalAccepted: 'signal_token action accepted',
};

const SHAPES = new Map(
  [...OPERATIONS.flatMap(({ body }) => [...partsOf((body ?? {}) as Schema, '')]), ...PARTS].map(
    ({ schema }) => [schema.$id, schema],
  ),
);

function isMarked(schema: Schema): boolean {
  return schema['x-addition'] === true || (schema.anyOf?.some(isMarked) ?? false);
}

suite('the shapes that the contract shows', () => {
  for (const [name, fields] of Object.entries(PUBLISHED)) {
    test(`${name} has those fields, and marks what is more`, () => {
      const { properties = {} } = SHAPES.get(name) ?? {};
      const unmarked = Object.keys(properties).filter((key) => !isMarked(properties[key] ?? {}));
      assert.deepEqual(unmarked.toSorted(), fields.split(' ').toSorted());
    });
  }
});

/** Places of the parts that are wrong, each once. */
function placesWhere(isWrong: (part: Part) => boolean): readonly string[] {
  return [...new Set(PARTS.filter((part) => isWrong(part)).map(({ place }) => place))];
}

suite('everything that is sent', () => {
  test('has field names in snake_case', () => {
    assert.deepEqual(
      placesWhere(({ name }) => name !== null && !isSnakeCase(name)),
      [],
    );
  });

  test('has enumerated values in snake_case', () => {
    const wrong = placesWhere(
      ({ schema }) => schema.enum?.some((word) => !isSnakeCase(word)) === true,
    );
    assert.deepEqual(wrong, []);
  });

  test('has decimal numbers as strings', () => {
    const wrong = placesWhere(
      ({ schema, place }) => schema.type === 'number' && !CHOSEN.has(place) && !MEASURED.has(place),
    );
    assert.deepEqual(wrong, []);
  });

  test('has lines of logs of one shape', () => {
    const fields = new Set(
      PARTS.flatMap(({ schema: { $id = '', properties = {} } }) =>
        /Log(?:Entry|Line)$/.test($id) ? [Object.keys(properties).join(' ')] : [],
      ),
    );
    assert.deepEqual([...fields], ['timestamp severity message']);
  });
});

function isSnakeCase(word: unknown): boolean {
  return typeof word === 'string' && /^[a-z][a-z0-9_]*$/.test(word);
}
