// Harness of the scenarios: the world of running bots, with an exchange that misbehaves on cue.

import type { ExchangeFault } from '#ports/exchange/exchange-fault.ts';
import type { Exchange, NewVenueOrder, VenueFill } from '#venue-port/exchange/exchange.ts';
import { present } from '#lib/assert.ts';
import type { LiveRunDeps } from '#services/live/state/live-run-deps.ts';
import type { BotHarness } from '#services/live/runner/bot-harness.fixture.ts';
import { botHarness } from '#services/live/runner/bot-harness.fixture.ts';
import { exchangeRegistry } from '#services/exchanges/exchange-registry.ts';

export type ScenarioHarness = {
  readonly harness: BotHarness;
  /** Orders that were sent, refused and repeated ones included. */
  readonly sent: NewVenueOrder[];
  readonly deps: LiveRunDeps;
  readonly exchange: Exchange;
  /** Befalls the next order that is placed. */
  failPlacing(this: void, fault: ExchangeFault): void;
  /** Befalls the next order that is cancelled. */
  failCancel(this: void, fault: ExchangeFault): void;
  fills(this: void): Promise<readonly VenueFill[]>;
};

/** `change` may make another exchange of the simulated one. */
export async function scenarioHarness(
  change: (exchange: Exchange) => Exchange = (exchange) => exchange,
): Promise<ScenarioHarness> {
  const harness = await botHarness();
  const faults = present(harness.sim.faults, 'the simulated exchange can be made to fail');
  const placing: ExchangeFault[] = [];
  const cancelling: ExchangeFault[] = [];
  const sent: NewVenueOrder[] = [];
  const injectNext = (waiting: ExchangeFault[]): void => {
    const fault = waiting.shift();
    if (fault !== undefined) faults.inject(fault);
  };
  const exchange: Exchange = {
    ...change(harness.sim.exchange),
    code: 'sim',
    listMarkets: () => harness.sim.sim.listMarkets(),
    async placeOrder(account, order) {
      sent.push(order);
      injectNext(placing);
      return change(harness.sim.exchange).placeOrder(account, order);
    },
    async cancelOrder(account, marketTag, name) {
      injectNext(cancelling);
      return harness.sim.exchange.cancelOrder(account, marketTag, name);
    },
  };
  return {
    harness,
    sent,
    exchange,
    deps: { ...harness.deps, exchanges: exchangeRegistry([exchange]) },
    failPlacing: (fault) => void placing.push(fault),
    failCancel: (fault) => void cancelling.push(fault),
    fills: async () => (await harness.sim.sim.fetchFills(harness.spot, [], null, 500)).fills,
  };
}

/** Asks once, in the first minute, and does nothing after. */
export function once(order: string): string {
  return `
    if Load('requested', false) then return end
    Save('requested', true)
    local price = CurrentPrice().close
    ${order}`;
}
