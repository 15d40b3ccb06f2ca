// The first line of an activation in its bot's log: what it runs with, and when it is updated
// first.

import { formatDecimal, ONE } from '#lib/decimal.ts';
import { LIMITS } from '#lib/limits.ts';
import { formatInstant, MINUTE_MS } from '#lib/time.ts';
import { intervalText } from '#domain/candle/interval.ts';
import { isBracket } from '#domain/strategy/strategy-type.ts';
import { isPaperAccount } from '#domain/venue/paper-account.ts';
import type { BotLine } from '#ports/stores/bot-run-store.ts';
import { STRATEGY_CATALOGUE } from '#strategies/strategy-catalogue.ts';
import type { LiveSetup } from '#services/live/state/live-setup.ts';

/** `nowMs` is when the run begins; a paper account's play money is named. */
export function startLine(setup: LiveSetup, nowMs: number, accountId = ''): BotLine {
  const { brain, marketTags, intervalMinutes } = setup;
  const [marketTag] = marketTags;
  const what = brain.kind === 'script' ? 'its script' : STRATEGY_CATALOGUE[brain.type].name;
  const money = isPaperAccount(accountId) ? ' with play money (paper account)' : '';
  const facts = [`Started ${what} on ${marketTag}${money}`];
  if (brain.kind === 'script')
    facts.push(
      `chart interval ${intervalText(intervalMinutes)}`,
      inputsText(setup),
      ...chosen(setup),
      ...stopsText(setup),
    );
  const when = isBracket(brain) ? 'It begins at once.' : whenText(setup);
  const message = `${facts.join('; ')}. ${when}`;
  return {
    atMs: nowMs,
    severity: 'info',
    message: message.slice(0, LIMITS.runLogLineCharactersMax),
  };
}

function inputsText({ inputs }: LiveSetup): string {
  const listed = Object.entries(inputs).map(([key, value]) => `${key} = ${String(value)}`);
  if (listed.length === 0) return 'all inputs at their defaults';
  return `inputs ${listed.join(', ')}, all others at their defaults`;
}

function chosen({
  leverage,
  marginMode,
  tradeAmountQuote,
  tradeAmountPercent,
}: LiveSetup): string[] {
  const size =
    tradeAmountPercent === undefined
      ? `${formatDecimal(tradeAmountQuote)} in quote`
      : `${formatDecimal(tradeAmountPercent)} % of its equity`;
  const margin = leverage === ONE ? [] : [`leverage ${formatDecimal(leverage)} (${marginMode})`];
  return [`trade amount ${size}`, ...margin];
}

/** Nothing where its exchange holds whatever a script may ask for. */
function stopsText({ heldTypes }: LiveSetup): readonly string[] {
  if (heldTypes === undefined || heldTypes.includes('trailing_stop_market')) return [];
  return heldTypes.includes('stop_market')
    ? ['its exchange holds the stops of its positions, also while Tidemill is down']
    : ['Tidemill watches for its stops, and not while Tidemill is down'];
}

/** A run begins with the minute that was under way when its bot was activated. */
function whenText({ firstRow, startMs }: LiveSetup): string {
  const closeMs = startMs + (firstRow + 1) * MINUTE_MS;
  return `It is updated at each minute's close, first at ${formatInstant(closeMs)}.`;
}
