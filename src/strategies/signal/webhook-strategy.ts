// A signal bot: acts on the signals of its token at once, and between them watches the exits that
// it was given. What a signal means for what is held is decided in decide-signal.ts.

import type { Market } from '#venue-port/market/market.ts';
import type { Direction } from '#domain/position/position.ts';
import type { PartClosed } from '#domain/strategy/signal-action.ts';
import { decideSignal } from '#strategies/shared/decide-signal.ts';
import { marketNow, priceTicksNow } from '#strategies/shared/market-now.ts';
import { isLeftOver } from '#strategies/shared/left-over.ts';
import { readStoredConfig } from '#strategies/read-config.ts';
import { isSignalDue, signalAction } from '#strategies/shared/signal-action.ts';
import type { Strategy, StrategySignal } from '#strategies/shared/strategy-brain.ts';
import type { Wake } from '#strategies/shared/wake.ts';
import { AWAKE, isAwake } from '#strategies/shared/wake.ts';
import type { WebhookConfig } from '#strategies/signal/webhook-config.ts';
import { webhookEntry } from '#strategies/signal/webhook-entry.ts';
import {
  closeAll,
  closePart,
  guard,
  noteStopped,
  watchExits,
  webhookWake,
} from '#strategies/signal/webhook-exit.ts';
import type { WebhookNow, WebhookState } from '#strategies/signal/webhook-state.ts';
import { newWebhookState } from '#strategies/signal/webhook-state.ts';

/** `first` holds until it is edited. `placesStops`: see StrategyOptions. */
export function webhookStrategy(
  first: WebhookConfig,
  market: Market,
  placesStops = false,
): Strategy {
  return (api) => {
    let config = first;
    let wake: Wake = AWAKE;
    const state = newWebhookState(placesStops);
    const advance = (signal: StrategySignal | null): void => {
      if (signal === null && !isAwake(api, wake)) return;
      const close = api.series.lastPrice(null);
      const priceTicks = priceTicksNow(api, market);
      if (priceTicks === null) return;
      const full = marketNow(api, market, priceTicks);
      const now = { config, state, market: full, api, close };
      state.entries = state.entries.filter((id) => api.orders.find(id)?.state === 'open');
      noteStopped(now);
      if (signal !== null) takeSignal(now, signal);
      watchExits(now);
      if (state.closing !== null) closeAndEnter(now);
      else guard(now);
      wake = state.closing === null ? webhookWake(now) : AWAKE;
    };
    return {
      update: () => advance(null),
      edit(record) {
        const read = readStoredConfig('webhook', record, market);
        if (read.ok && read.value.rules.kind === 'webhook') config = read.value.rules.webhook;
        wake = AWAKE;
      },
      signal: advance,
      listensTo: () => config.signalToken,
      save: () => ({ config, wake, state }),
      restore(saved) {
        const retained = saved as SavedWebhook;
        ({ config, wake } = retained);
        Object.assign(state, retained.state);
      },
    };
  };
}

type SavedWebhook = {
  readonly config: WebhookConfig;
  readonly wake: Wake;
  readonly state: WebhookState;
};

/** Each signal for the token has a line in the log that says what was done, or why not. */
function takeSignal(now: WebhookNow, signal: StrategySignal): void {
  const { config, state, api } = now;
  const action = signalAction(api.log, signal, config.signalToken);
  if (action === null || !isSignalDue(api.log, signal, config.signalAgeMostMs)) return;
  const held = state.closing === null ? heldDirection(now) : null;
  if (signal.part !== null) {
    takePart(
      now,
      { direction: action === 'exit_short' ? 'short' : 'long', part: signal.part },
      held,
    );
    return;
  }
  const decision = decideSignal(action, held, {
    isSpot: now.market.market.contract === null,
    allowsMultipleEntries: config.allowsMultipleEntries,
    reversesOnOpposite: config.reversesOnOpposite,
  });
  const { closes, enters, reason } = decision;
  api.log.write('info', `signal "${signal.action}": ${reason}`);
  if (closes) {
    state.closing = 'a signal said so';
    state.signalId = api.signals.followed();
    state.next = enters;
  } else if (state.closing !== null) {
    state.next = enters;
    state.signalId = api.signals.followed();
  } else if (enters !== null) webhookEntry(now, enters);
}

/** The sender still holds something of this direction, and closed a part of it. */
function takePart(
  now: WebhookNow,
  { direction, part }: { readonly direction: Direction; readonly part: PartClosed },
  held: Direction | null,
): void {
  const { state, api } = now;
  const share = `${part.closed} of ${part.of}`;
  const tell = (response: string): void =>
    api.log.write('info', `signal "exit_${direction}" of ${share}: ${response}`);
  if (state.closing !== null) tell('the position is being closed already');
  else if (held === null) tell('there is no position');
  else if (held === direction) tell(closePart(now, part));
  else {
    tell(`closes the ${held} position, as its sender is ${direction}`);
    state.closing = 'a signal said so';
    state.signalId = api.signals.followed();
  }
}

/** What is held, or what a resting entry will hold. */
function heldDirection({ state, api, market }: WebhookNow): Direction | null {
  const position = api.positions.held(null);
  if (position !== null && !isLeftOver(market, api)) return position.direction;
  const [entry] = state.entries;
  const order = entry === undefined ? null : api.orders.find(entry);
  return order === null ? null : order.side === 'buy' ? 'long' : 'short';
}

/** What a signal said follows from it also minutes later. */
function closeAndEnter(now: WebhookNow): void {
  now.api.signals.follow(now.state.signalId, () => {
    if (closeAll(now)) enterNext(now);
  });
}

/** After all was closed. */
function enterNext(now: WebhookNow): void {
  const { state } = now;
  const { next } = state;
  state.closing = null;
  state.next = null;
  state.signalId = null;
  if (next !== null) webhookEntry(now, next);
}
