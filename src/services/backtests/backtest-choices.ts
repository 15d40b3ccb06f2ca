// Choices of a caller for a backtest beside its window: inputs of the script and rules of the
// simulation. What is not chosen is decided when the backtest runs, by the account and the rules.

import type { Decimal } from '#lib/decimal.ts';
import { ONE } from '#lib/decimal.ts';
import { defaultTradeAmount } from '#domain/order/default-trade-amount.ts';
import type { Market } from '#venue-port/market/market.ts';
import type { BacktestSettings, InputValue, RuleSet } from '#backtesting/backtest.ts';
import { RULE_SETS } from '#backtesting/backtest.ts';
import type { ExecutionSettings } from '#backtesting/execution-settings.ts';
import { NO_EXECUTION_SETTINGS } from '#backtesting/execution-settings.ts';
import type { Account } from '#ports/stores/account-store.ts';
import { fromStoredForm, toStoredForm } from '#lib/stored-form.ts';

export type { InputValue, RuleSet } from '#backtesting/backtest.ts';
export type { ExecutionSettings } from '#backtesting/execution-settings.ts';

/** The most price steps that an order may be set to lose. */
export const SLIPPAGE_TICKS_MAX = 10_000;

/** The most entries in one direction that a limit of them may be set to. */
export const PYRAMIDING_MAX = 10_000;

/** By which orders may fill. */
export const RULE_CHOICES = RULE_SETS;

/** Null: not chosen. */
export type BacktestChoices = {
  readonly inputs: readonly (readonly [key: string, value: InputValue])[];
  readonly rules: RuleSet | null;
  readonly slippagePercent: Decimal | null;
  readonly participationPercent: Decimal | null;
  readonly leverage: Decimal | null;
  readonly marginMode: 'cross' | 'isolated' | null;
  readonly positionMode: 'one_way' | 'hedge' | null;
  readonly seed: number | null;
  readonly isAudited: boolean;
  readonly tradeAmountQuote: Decimal | null;
  /** Left out: not chosen. */
  readonly tradeAmountPercent?: Decimal;
  /** Left out: not chosen. */
  readonly pyramiding?: number;
  /** Left out: nothing of it is chosen. */
  readonly execution?: ExecutionSettings;
  /** Whether the run begins with its window, also where series have no value there yet. */
  readonly startsCold?: true;
  /** Whether what the blocks of a visual script give is retained. */
  readonly recordsValues?: true;
};

export const NO_CHOICES: BacktestChoices = {
  inputs: [],
  rules: null,
  slippagePercent: null,
  participationPercent: null,
  leverage: null,
  marginMode: null,
  positionMode: null,
  seed: null,
  isAudited: false,
  tradeAmountQuote: null,
};

/** The settings as a part of the choices: none when nothing of them is chosen. */
export function executionChosen(execution: ExecutionSettings): Pick<BacktestChoices, 'execution'> {
  const isChosen = toStoredForm(execution) !== toStoredForm(NO_EXECUTION_SETTINGS);
  return isChosen ? { execution } : {};
}

/** The share of the equity as a part of the choices: none when it is not chosen. */
export function percentChosen(
  percent: Decimal | null,
): Pick<BacktestChoices, 'tradeAmountPercent'> {
  return percent === null ? {} : { tradeAmountPercent: percent };
}

/** The limit of entries as a part of the choices: none when it is not chosen. */
export function pyramidingChosen(entries: number | null): Pick<BacktestChoices, 'pyramiding'> {
  return entries === null ? {} : { pyramiding: entries };
}

/** Text for the store. */
export function choicesToText(choices: BacktestChoices): string {
  return toStoredForm(choices);
}

/** Choices of a stored text. */
export function choicesFromText(text: string): BacktestChoices {
  return fromStoredForm(text) as BacktestChoices;
}

/**
 * The rules that a backtest on this account runs by. `price` is the market's at the window's start,
 * zero where it is not known.
 */
export function settingsOf(
  choices: BacktestChoices,
  account: Pick<Account, 'marginMode' | 'positionMode'>,
  market: Market,
  price: Decimal,
): BacktestSettings {
  return {
    rules: choices.rules ?? 'realistic',
    slippagePercent: choices.slippagePercent,
    participationPercent: choices.participationPercent,
    leverage: choices.leverage ?? ONE,
    marginMode: choices.marginMode ?? account.marginMode ?? 'cross',
    positionMode: choices.positionMode ?? account.positionMode ?? 'one_way',
    seed: choices.seed,
    isAudited: choices.isAudited,
    ...(choices.startsCold === true ? { startsCold: true as const } : {}),
    tradeAmountQuote: choices.tradeAmountQuote ?? defaultTradeAmount(market, price),
    ...percentChosen(choices.tradeAmountPercent ?? null),
    ...pyramidingChosen(choices.pyramiding ?? null),
    ...(choices.execution === undefined ? {} : { execution: choices.execution }),
  };
}
