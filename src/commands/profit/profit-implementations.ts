// Implementations of the commands on the bot's profit so far, in currency, in percent, and as a
// report.

import { containerOf } from '#engine/values/container.ts';
import type { CommandImplementations } from '#commands/definition/command-implementation.ts';
import type { CommandContext } from '#engine/run-api/command-context.ts';
import type { BotPosition } from '#engine/run-api/position-api.ts';
import { directionOf } from '#commands/trading/position-constant.ts';
import { exitPrice, openPositionsOf } from '#commands/trading/position-view.ts';
import { marketReference } from '#commands/trading/script-reference.ts';
import { NOTHING } from '#lua/runtime/value.ts';

/**
 * The open positions of a market and side; a position's id in place of the market names that one.
 */
function openPositionsNamed(
  context: CommandContext,
  side: number | undefined,
  market: string | undefined,
): readonly BotPosition[] {
  const named = market === undefined || market === '' ? null : context.positions.find(market);
  return named === null ? openPositionsOf(context, market, directionOf(side)) : [named];
}

function currentProfit(context: CommandContext, positions: readonly BotPosition[]): number {
  return positions.reduce(
    (sum, each) => sum + context.positions.profitAt(each, exitPrice(context, each)),
    0,
  );
}

export const PROFIT_IMPLEMENTATIONS = {
  GetBotProfit: (context, market: string | undefined, isUnrealizedIncluded: boolean) => {
    const figures = context.report.figures(marketReference(market));
    return figures.realizedProfit + (isUnrealizedIncluded ? figures.unrealizedProfit : 0);
  },
  GetBotROI: ({ report }, market: string | undefined) =>
    report.figures(marketReference(market)).roiPercent,
  GetCurrentProfit: (context, side: number | undefined, market: string | undefined) =>
    currentProfit(context, openPositionsNamed(context, side, market)),
  GetCurrentROI: (context, side: number | undefined, market: string | undefined) => {
    const positions = openPositionsNamed(context, side, market);
    const margin = positions.reduce((sum, each) => sum + each.margin, 0);
    return margin > 0 ? (currentProfit(context, positions) / margin) * 100 : 0;
  },
  GetTradingReport: ({ report }, market: string | undefined) => {
    const figures = report.figures(marketReference(market));
    return containerOf({
      maxDrawDownPrc: figures.maxDrawdownPercent,
      maxDrawDown: figures.maxDrawdown,
      sharpeRatio: figures.sharpeRatio,
      sortinoRatio: figures.sortinoRatio,
      winPercentage: figures.winPercent,
      profitRatio: figures.profitRatio,
      profitFactor: figures.profitFactor,
      cpcIndex: figures.cpcIndex,
      tailRatio: figures.tailRatio,
      commonSenseRatio: figures.commonSenseRatio,
      outlierWinRatio: figures.outlierWinRatio,
      outlierLossRatio: figures.outlierLossRatio,
      profitMarginRatio: figures.profitMarginRatio,
      biggestWin: figures.biggestWin,
      biggestLoss: figures.biggestLoss,
      highestPointInProfit: figures.highestProfit,
      lowestPointInProfit: figures.lowestProfit,
      totalMarginUsed: figures.totalMargin,
      averageMargin: figures.averageMargin,
      averageProfit: figures.averageProfit,
      closedPositions: figures.closedPositions,
      profitablePositions: figures.winningPositions,
      losingPositions: figures.losingPositions,
      executedOrders: figures.executedOrders,
      completedOrders: figures.completedOrders,
    });
  },
  SetBotRoiBaseValue: ({ report }, baseValue: number, market: string | undefined) => {
    report.setRoiBase(baseValue, marketReference(market));
    return NOTHING;
  },
} satisfies CommandImplementations;
