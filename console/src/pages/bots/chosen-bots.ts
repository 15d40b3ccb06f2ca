// Filter and order of the list of bots, as its address says.

import type { Bot } from '@tidemill/client';
import { hasStoppedByItself } from '../../parts/stopped-by.ts';
import { compareDecimals, sumOf } from '../../parts/steps.ts';
import { FILTERS } from '../../words/filters.ts';

export const STATES = [
  ['all', FILTERS.all],
  ['running', FILTERS.running],
  ['stopped', FILTERS.stopped],
  ['faulty', FILTERS.stoppedByItself],
] as const;

export type BotStateFilter = (typeof STATES)[number][0];

export const COLUMNS = ['name', 'state', 'profit', 'roi', 'update'] as const;
export type Column = (typeof COLUMNS)[number];

export type BotFilter = {
  readonly state: BotStateFilter;
  readonly search: string;
  /** Null: of all accounts. */
  readonly account: string | null;
  readonly sort: Column;
  readonly isDescending: boolean;
};

export type ListedBot = {
  readonly bot: Bot;
  /** Of its script or its strategy. */
  readonly brainName: string;
  readonly accountName: string;
  /** Of all activations, with what is open now. */
  readonly profit: string;
};

/** Realised and unrealised profit together. */
export function profitOf(bot: Bot): string {
  return sumOf([bot.total_profit, bot.unrealized_profit]);
}

/** Bots with all words in their names, in the order of the filter. */
export function chosenBots(all: readonly ListedBot[], filter: BotFilter): readonly ListedBot[] {
  const words = filter.search.toLowerCase().split(/\s+/).filter(Boolean);
  const chosen = all.filter(
    (of) =>
      isInState(of.bot, filter.state) &&
      (filter.account === null || of.bot.account_id === filter.account) &&
      words.every((word) => wordsOf(of).includes(word)),
  );
  const sign = filter.isDescending ? -1 : 1;
  return chosen.sort((one, other) => sign * compare(one, other, filter.sort) || byName(one, other));
}

function isInState(bot: Bot, state: BotStateFilter): boolean {
  switch (state) {
    case 'all':
      return true;
    case 'running':
      return bot.is_activated;
    case 'stopped':
      return !bot.is_activated;
    case 'faulty':
      return hasStoppedByItself(bot);
  }
}

function wordsOf({ bot, brainName, accountName }: ListedBot): string {
  return `${bot.name} ${bot.market_tag ?? ''} ${brainName} ${accountName}`.toLowerCase();
}

function compare(one: ListedBot, other: ListedBot, column: Column): number {
  switch (column) {
    case 'name':
      return byName(one, other);
    case 'state':
      return rankOf(one.bot) - rankOf(other.bot);
    case 'profit':
      return compareDecimals(one.profit, other.profit);
    case 'roi':
      return compareDecimals(one.bot.roi, other.bot.roi);
    case 'update':
      return (one.bot.last_update_at ?? '').localeCompare(other.bot.last_update_at ?? '');
  }
}

const byName = (one: ListedBot, other: ListedBot): number =>
  one.bot.name.localeCompare(other.bot.name, undefined, { numeric: true });

/** What needs attention first. */
function rankOf(bot: Bot): number {
  if (hasStoppedByItself(bot)) return 0;
  if (bot.is_activated) return bot.is_paused ? 1 : 2;
  return 3;
}
