// Operations on what the result of a finished backtest lists.

import { LIMITS } from '#lib/limits.ts';
import type { DrawnObject } from '#domain/script/drawn-object.ts';
import type {
  BacktestDrawing,
  BacktestLogLine,
  BacktestOrder,
  BacktestPlot,
  BacktestPosition,
  ChartBar,
  EquityPoint,
  ExportPart,
  PortValues,
} from '#services/backtests/backtest-result.ts';
import type { ResultList } from '#services/results/get-backtest.ts';
import { listResultItems } from '#services/results/get-backtest.ts';
import { ok, refuseRejected } from '#api/http/responses/api-response.ts';
import { alsoLeftOut } from '#api/http/responses/left-out.ts';
import type { Operation } from '#api/http/operation.ts';
import { defineOperation } from '#api/http/operation.ts';
import {
  BACKTEST_EQUITY_PAGE,
  BACKTEST_EXPORT_PAGE,
  BACKTEST_LOG_PAGE,
  BACKTEST_ORDER_PAGE,
  BACKTEST_POSITION_PAGE,
} from '#api/schemas/backtest-items.ts';
import {
  BACKTEST_BAR_PAGE,
  BACKTEST_DRAWING_PAGE,
  BACKTEST_OBJECT_PAGE,
  BACKTEST_PLOT_PAGE,
  BACKTEST_VALUE_PAGE,
} from '#api/schemas/backtest-chart.ts';
import type { SentPage } from '#api/schemas/field-codec.ts';
import { cursorParameter, limitParameter, PAGE_QUERY } from '#api/schemas/wire-values.ts';

type ItemList<Item> = {
  readonly list: ResultList;
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly page: SentPage<Item>;
  readonly isAddition: boolean;
  readonly table?: string;
  readonly query?: typeof PAGE_QUERY;
};

/** One page of one list of a finished backtest. */
function itemRoute<Item>({
  list,
  page,
  isAddition,
  query: pageQuery = PAGE_QUERY,
  ...texts
}: ItemList<Item>): Operation {
  return defineOperation({
    method: 'GET',
    path: `/v1/backtests/{backtest_id}/${list}`,
    ...texts,
    tag: 'Backtests',
    scope: 'read',
    tier: 'reads',
    params: {
      backtest_id: { description: 'Backtest, finished.', notFound: 'backtest_not_found' },
    },
    query: pageQuery,
    body: null,
    success: { status: 200, description: texts.summary, schema: page.schema },
    errors: ['backtest_not_found', 'forbidden'],
    isAddition,
    handle: async (deps, call) => {
      const { caller, after, query, params } = call;
      const found = await listResultItems<Item>(deps, list, {
        caller,
        backtestId: params.backtest_id,
        after,
        limit: query.limit,
      });
      if (!found.ok) return refuseRejected(found.rejection);
      const { items, leftOut, lastKey } = found.value;
      return ok(alsoLeftOut(page.toWire(items, call.nextCursor(lastKey)), leftOut));
    },
  });
}

/** A curve and its candles are drawn whole. */
const CURVE_QUERY = {
  limit: limitParameter(2_000, LIMITS.pageItemsDefault),
  cursor: cursorParameter(),
};
const BARS_QUERY = { limit: limitParameter(3_000, 3_000), cursor: cursorParameter() };
/** A line has up to 2,000 points. */
const PLOT_QUERY = { limit: limitParameter(20, 20), cursor: cursorParameter() };

/** Values of a port are as many as candles. */
const VALUES_QUERY = { limit: limitParameter(50, 50), cursor: cursorParameter() };

export const backtestItemRoutes: readonly Operation[] = [
  itemRoute<BacktestPosition>({
    list: 'positions',
    table: 'backtest-positions',
    operationId: 'listBacktestPositions',
    summary: 'List positions of a backtest',
    description: 'Every closed position, and those that were still open at the end.',
    page: BACKTEST_POSITION_PAGE,
    isAddition: false,
  }),
  itemRoute<BacktestOrder>({
    list: 'orders',
    table: 'backtest-orders',
    operationId: 'listBacktestOrders',
    summary: 'List orders of a backtest',
    description: 'Every order that the run placed, in the order of placing.',
    page: BACKTEST_ORDER_PAGE,
    isAddition: true,
  }),
  itemRoute<BacktestLogLine>({
    list: 'logs',
    table: 'backtest-logs',
    operationId: 'listBacktestLogs',
    summary: 'Get backtest logs',
    description: 'What the script and the engine wrote, oldest first, at most 10,000 lines.',
    page: BACKTEST_LOG_PAGE,
    isAddition: false,
  }),
  itemRoute<EquityPoint>({
    list: 'equity',
    table: 'backtest-equity',
    operationId: 'listBacktestEquity',
    summary: 'Get the equity curve of a backtest',
    description: 'Wallet and open profit over time, at most 2,000 points.',
    page: BACKTEST_EQUITY_PAGE,
    isAddition: true,
    query: CURVE_QUERY,
  }),
  itemRoute<BacktestPlot>({
    list: 'plots',
    operationId: 'listBacktestPlots',
    summary: 'Get what the script of a backtest drew',
    description: 'The lines that `Plot` and the commands built on it drew, at most 100.',
    page: BACKTEST_PLOT_PAGE,
    isAddition: true,
    query: PLOT_QUERY,
  }),
  itemRoute<BacktestDrawing>({
    list: 'drawings',
    operationId: 'listBacktestDrawings',
    summary: 'Get what else the script of a backtest drew',
    description: 'What is at candles (the newest 2,000 calls), then all else.',
    page: BACKTEST_DRAWING_PAGE,
    isAddition: true,
  }),
  itemRoute<DrawnObject>({
    list: 'objects',
    operationId: 'listBacktestObjects',
    summary: 'List objects on the charts of a backtest',
    description: 'Lines, boxes, labels, fills, polylines and tables that a Pine script left.',
    page: BACKTEST_OBJECT_PAGE,
    isAddition: true,
  }),
  itemRoute<ChartBar>({
    list: 'bars',
    operationId: 'listBacktestBars',
    summary: 'Get candles of a backtest',
    description:
      'Candles of the trade market over the window as the run had them, at most 3,000; ' +
      '`report.bar_minutes` says of how many minutes each is.',
    page: BACKTEST_BAR_PAGE,
    isAddition: true,
    query: BARS_QUERY,
  }),
  itemRoute<PortValues>({
    list: 'values',
    operationId: 'listBacktestValues',
    summary: 'List values of blocks',
    description: 'With `record_values`: outputs bar by bar, at most 500, conditions first.',
    page: BACKTEST_VALUE_PAGE,
    isAddition: true,
    query: VALUES_QUERY,
  }),
  itemRoute<ExportPart>({
    list: 'exports',
    operationId: 'listBacktestExports',
    summary: 'Get what the script of a backtest exported',
    description:
      'The tables that `WriteExportData` wrote, in parts of at most 50 rows: the parts of one ' +
      'table follow each other.',
    page: BACKTEST_EXPORT_PAGE,
    isAddition: true,
  }),
];
