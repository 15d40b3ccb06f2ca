// Pattern of a new bot: how a backtest or another bot ran a script, on which account and market.

import type { BacktestJob, Bot, CreateBot } from '@tidemill/client';
import { intervalOf } from '../../chart/intervals.ts';
import { runSettings } from './run-settings.ts';

export type BotRun = {
  readonly parameters: NonNullable<CreateBot['parameters']>;
  readonly settings: NonNullable<CreateBot['settings']>;
};

export type BotPattern = {
  readonly of: 'backtest' | 'bot';
  readonly scriptId: string | null;
  readonly accountId: string | null;
  readonly marketTag: string | null;
  readonly run: BotRun;
  readonly stops: 'exchange' | 'service';
};

type Settings = BacktestJob['request']['settings'] | Bot['settings'];

/** How orders fill is up to the exchange of the bot. */
export function patternOfBacktest({ request, ...job }: BacktestJob): BotPattern {
  return {
    of: 'backtest',
    scriptId: job.script_id,
    accountId: job.account_id,
    marketTag: job.market_tag,
    run: { parameters: request.parameters, settings: sharedOf(request.settings, request.interval) },
    stops: 'service',
  };
}

/** Inputs, settings and place of the bot; its name is left to the new one. */
export function patternOfBot({ settings, ...bot }: Bot): BotPattern {
  return {
    of: 'bot',
    scriptId: bot.script_id,
    accountId: bot.account_id,
    marketTag: bot.market_tag,
    run: { parameters: bot.parameters, settings: sharedOf(settings, settings.interval) },
    stops: settings.stops === 'exchange' ? 'exchange' : 'service',
  };
}

function sharedOf(settings: Settings, minutes: number): BotRun['settings'] {
  const interval = intervalOf(minutes);
  return { ...runSettings(settings), ...(interval === null ? {} : { interval }) };
}
