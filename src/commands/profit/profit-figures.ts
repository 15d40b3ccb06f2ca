// Commands on the bot's profit so far, in currency, in percent, and as a report.

import type { CommandDefinition } from '#commands/definition/command.ts';
import { flagParameter, quantityParameter } from '#commands/definition/define-parameter.ts';
import { SHARED_PARAMETERS } from '#commands/definition/shared-parameters.ts';

const { direction, market } = SHARED_PARAMETERS;

export const PROFIT_FIGURES = [
  {
    name: 'GetBotProfit',
    category: 'Profit Information',
    meaning:
      'The profit that the bot realised, in quote currency on spot and in the underlying ' +
      'one with leverage.',
    parameters: [
      market,
      flagParameter('includeUnrealized', 'false', 'Add what open positions would realise now.'),
    ],
    result: { kind: 'number', unit: 'profit currency' },
    reads: ['report'],
    acts: [],
    example: 'local botProfit = GetBotProfit()',
  },
  {
    name: 'GetBotROI',
    category: 'Profit Information',
    meaning: 'The realised profit over the mean size of positions.',
    parameters: [market],
    result: { kind: 'number', unit: 'percent' },
    reads: ['report'],
    acts: [],
    example: 'local botROI = GetBotROI()',
  },
  {
    name: 'GetCurrentProfit',
    category: 'Profit Information',
    meaning: 'The profit of the open position, realised and unrealised together.',
    parameters: [direction, market],
    result: { kind: 'number', unit: 'profit currency' },
    reads: ['positions', 'series'],
    acts: [],
    example: 'local currentProfit = GetCurrentProfit()',
  },
  {
    name: 'GetCurrentROI',
    category: 'Profit Information',
    meaning: 'The profit of the open position over the margin that it uses.',
    parameters: [direction, market],
    result: { kind: 'number', unit: 'percent' },
    reads: ['positions', 'series'],
    acts: [],
    example: 'local currentROI = GetCurrentROI()',
  },
  {
    name: 'GetTradingReport',
    category: 'Profit Information',
    meaning: 'Figures that judge the trading so far, read by field.',
    parameters: [market],
    result: {
      kind: 'container',
      fields: [
        { name: 'maxDrawDownPrc', kind: 'number' },
        { name: 'maxDrawDown', kind: 'number' },
        { name: 'sharpeRatio', kind: 'number' },
        { name: 'sortinoRatio', kind: 'number' },
        { name: 'winPercentage', kind: 'number' },
        { name: 'profitRatio', kind: 'number' },
        { name: 'profitFactor', kind: 'number' },
        { name: 'cpcIndex', kind: 'number' },
        { name: 'tailRatio', kind: 'number' },
        { name: 'commonSenseRatio', kind: 'number' },
        { name: 'outlierWinRatio', kind: 'number' },
        { name: 'outlierLossRatio', kind: 'number' },
        { name: 'profitMarginRatio', kind: 'number' },
        { name: 'biggestWin', kind: 'number' },
        { name: 'biggestLoss', kind: 'number' },
        { name: 'highestPointInProfit', kind: 'number' },
        { name: 'lowestPointInProfit', kind: 'number' },
        { name: 'totalMarginUsed', kind: 'number' },
        { name: 'averageMargin', kind: 'number' },
        { name: 'averageProfit', kind: 'number' },
        { name: 'closedPositions', kind: 'number' },
        { name: 'profitablePositions', kind: 'number' },
        { name: 'losingPositions', kind: 'number' },
        { name: 'executedOrders', kind: 'number' },
        { name: 'completedOrders', kind: 'number' },
      ],
    },
    reads: ['report'],
    acts: [],
    example: 'local report = GetTradingReport()',
  },
  {
    name: 'SetBotRoiBaseValue',
    category: 'Profit Information',
    meaning: 'Sets what GetBotROI divides the realised profit by.',
    parameters: [
      quantityParameter('baseValue', 'profit currency', 'Value that stands for 100 percent.'),
      market,
    ],
    result: { kind: 'nothing' },
    reads: [],
    acts: ['report'],
    example: 'SetBotRoiBaseValue(1000)',
  },
] as const satisfies readonly CommandDefinition[];
