// Brackets as live runs: they begin at once, what their entry fills has exits in the same round,
// and whoever carries them on finds them as they were.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';

import { present } from '#lib/assert.ts';
import { formatDecimal } from '#lib/decimal.ts';
import type { Ticks } from '#venue-port/market/market-grid.ts';
import { marketGrid, priceOf } from '#venue-port/market/market-grid.ts';
import { readConfig } from '#strategies/read-config.ts';
import type { ConfigRecord } from '#strategies/read-config.ts';
import { plainExchange } from '#adapters/sim/plain-exchange.fixture.ts';
import { exchangeRegistry } from '#services/exchanges/exchange-registry.ts';
import { sampleBot } from '#ports/stores/store.fixture.ts';
import type { StopHolder } from '#venue-port/order/order-terms.ts';
import { BOT_SHARDS_COUNT } from '#ports/stores/bot-run-store.ts';
import type { Bot, StrategyBrain } from '#ports/stores/bot-store.ts';
import { UNCHOSEN_SETTINGS } from '#ports/stores/bot-store.ts';
import type { LiveRunDeps } from '#services/live/state/live-run-deps.ts';
import type { BotHarness } from '#services/live/runner/bot-harness.fixture.ts';
import { endBracket } from '#services/brackets/end-bracket.ts';
import { showBrackets } from '#services/brackets/show-brackets.ts';
import { botHarness } from '#services/live/runner/bot-harness.fixture.ts';

const TAG = 'SIM_BTC_USDT';
const PERPETUAL = 'SIM_BTC_USDT_PERP';
const HELD = { spot: ['stop_market'], futures: ['stop_market'] } as const;

const SHARDS = Array.from({ length: BOT_SHARDS_COUNT }, (_, index) => index);

type Harness = {
  readonly made: BotHarness;
  readonly deps: LiveRunDeps;
  /** The price now, and so many thousandths of a percent from it. */
  readonly at: (thousandths: number) => string;
  readonly start: (config: ConfigRecord, stops?: StopHolder, tag?: string) => Promise<Bot>;
  readonly find: (bot: Bot) => Promise<Bot>;
  readonly outcomes: (bot: Bot) => Promise<readonly string[]>;
};

/** `plain`: an exchange that holds no stops; `held`: for those who want that, on futures. */
async function harness(kind: 'own' | 'plain' | 'held'): Promise<Harness> {
  const made = await botHarness();
  const listMarkets = () => made.sim.sim.listMarkets();
  const base = kind === 'plain' ? plainExchange(made.sim.exchange) : made.sim.exchange;
  const support = { ...base.orderSupport, types: ['limit', 'market'] as const, stops: HELD };
  const orderSupport = kind === 'held' ? support : base.orderSupport;
  const exchange = { ...base, code: 'sim' as const, listMarkets, orderSupport };
  const deps = { ...made.deps, exchanges: exchangeRegistry([exchange]) };
  const markets = await listMarkets();
  const market = present(
    markets.find(({ marketTag }) => marketTag === TAG),
    'the market is listed',
  );
  const at = (thousandths: number): string => {
    const ticks = present(made.prices.ticksAt(TAG, made.sim.nowMs()), 'there is a price');
    // On the steps of the perpetual, too.
    const moved = (ticks * BigInt(100_000 + thousandths)) / 1_000_000n;
    return formatDecimal(priceOf(marketGrid(market), (moved * 10n) as Ticks));
  };
  return {
    made,
    deps,
    at,
    async start(config, stops, tag = TAG) {
      const listed = markets.find(({ marketTag }) => marketTag === tag) ?? market;
      const record = { market_tag: tag, amount: '0.01', ...config };
      const read = readConfig('bracket', record, listed);
      assert.ok(read.ok, read.ok ? '' : (read.rejection[0]?.message ?? ''));
      const brain: StrategyBrain = { kind: 'strategy', type: 'bracket', config: read.value.record };
      const bot = {
        ...sampleBot(tag === TAG ? made.spot : made.futures, { marketTag: tag }),
        ...(stops === undefined ? {} : { settings: { ...UNCHOSEN_SETTINGS, stops } }),
        brain,
        isActivated: true,
        activation: 1,
        activatedAtMs: made.sim.nowMs(),
      };
      assert.equal(await made.store.insertBracket(bot, 10), 'inserted');
      return bot;
    },
    async find({ userId, botId }) {
      return present(await made.store.findBracket(userId, botId), 'the bracket is stored');
    },
    async outcomes(bot) {
      return (await made.ordersOf(bot)).map((order) =>
        [order.side, order.type, formatDecimal(order.filledAmount), order.state].join(' '),
      );
    },
  };
}

/** Rounds of one second, without the end of a minute. */
async function passSeconds({ made, deps }: Harness, count: number): Promise<void> {
  const runner = made.runner(deps);
  for (let passed = 0; passed < count; passed += 1) {
    made.passMs(1_000);
    await runner.renew();
    await runner.tick();
    await runner.receive();
    await runner.settled();
  }
  await runner.close();
}

for (const kind of ['own', 'plain'] as const)
  suite(`a bracket at an exchange with ${kind} orders`, () => {
    test('enters at once, and has both exits before a minute has ended', async () => {
      const each = await harness(kind);
      const bot = await each.start({ stop_price: each.at(-2_000), target_price: each.at(2_000) });
      await passSeconds(each, 8);
      assert.deepEqual(await each.outcomes(bot), [
        'buy market 0.01 filled',
        'sell stop_market 0 open',
        'sell limit 0 open',
      ]);
      const { bracket } = await each.find(bot);
      assert.equal(bracket?.phase, 'holding');
      assert.equal(formatDecimal(bracket.heldAmount), '0.01');
      assert.equal(bracket.uncoveredAmount, 0n);
    });

    test('ends by one of its exits, whoever carries it on', async () => {
      const each = await harness(kind);
      const bot = await each.start({ stop_price: each.at(-60), target_price: each.at(60) });
      for (let round = 0; round < 20; round += 1) {
        await passSeconds(each, 3);
        const runner = each.made.runner(each.deps);
        await each.made.passMinutes(2, [runner]);
        await runner.close();
        if (!(await each.find(bot)).isActivated) break;
      }
      const { bracket, isActivated } = await each.find(bot);
      assert.ok(!isActivated);
      assert.equal(bracket?.phase, 'done');
      assert.match(bracket.outcome ?? '', /^(target|stop)$/);
      const sold = (await each.outcomes(bot)).filter((text) => /^sell .* filled$/.test(text));
      assert.equal(sold.length, 1);
    });
  });

suite('a bracket whose stop is moved', () => {
  /** Where its stop works, where it is to be, and how many there are. */
  const stopOf = async ({ made, find }: Harness, bot: Bot): Promise<readonly unknown[]> => {
    const { brain, ...stored } = await find(bot);
    assert.ok(brain.kind === 'strategy');
    const [shown] = await showBrackets({ botRuns: made.runs }, [{ ...stored, brain }]);
    const { exits, state, orders } = present(shown, 'each bracket is shown');
    const { price, movesTo } = exits.stop_price;
    const textOf = (at: typeof price): string => (at === null ? '' : formatDecimal(at));
    return [textOf(price), textOf(movesTo), state, orders.length];
  };
  const moveTo = async ({ made, find }: Harness, bot: Bot, price: string): Promise<void> => {
    const { brain, userId, botId, marketTag } = await find(bot);
    assert.ok(brain.kind === 'strategy');
    const after = { ...brain.config, moved_stop_price: price };
    const of = { userId, botId, isActivated: true, marketTag: marketTag ?? '', completion: null };
    const edit = { ...of, before: brain.config, after, atMs: made.sim.nowMs() };
    assert.ok(await made.store.editStrategyBot(edit));
  };

  test('is shown where it works, until the new one works', async () => {
    const each = await harness('own');
    const [from, to] = [each.at(-2_000), each.at(-1_500)];
    const bot = await each.start({ stop_price: from });
    await passSeconds(each, 8);
    assert.deepEqual(await stopOf(each, bot), [from, '', 'protected', 1]);
    await moveTo(each, bot, to);
    // Whoever had it is gone: nobody has read the wish yet.
    assert.deepEqual(await stopOf(each, bot), [from, to, 'protected', 1]);
    await passSeconds(each, 8);
    assert.deepEqual(await stopOf(each, bot), [to, '', 'protected', 1]);
  });

  test('ends when its owner says so, also by a run that knows nothing of moved stops', async () => {
    const each = await harness('own');
    const bot = await each.start({ stop_price: each.at(-2_000) });
    await passSeconds(each, 8);
    await moveTo(each, bot, each.at(-1_500));
    await passSeconds(each, 8);
    const { userId, accountId, botId: bracketId } = bot;
    const deps = { bots: each.made.store, clock: each.deps.clock };
    await endBracket(deps, { userId, accountId, bracketId, closesPosition: true });
    const edits = (await each.made.inbox.listWaiting(SHARDS, 10)).flatMap(({ input }) =>
      input.kind === 'edited' ? [JSON.parse(input.config) as ConfigRecord] : [],
    );
    assert.deepEqual(
      edits.map((edit) => [edit['ending'], 'moved_stop_price' in edit]),
      [['close', false]],
    );
    await passSeconds(each, 8);
    const runner = each.made.runner(each.deps);
    await each.made.passMinutes(2, [runner]);
    await runner.close();
    assert.equal((await each.find(bot)).bracket?.outcome, 'closed');
  });
});

suite('a bracket whose stop the exchange can hold', () => {
  const holders = async ({ made }: Harness, bot: Bot): Promise<readonly string[]> =>
    (await made.ordersOf(bot))
      .filter(({ state }) => state === 'open')
      .map(({ type, terms, venueOrderId }) => {
        const place = venueOrderId === null ? 'here' : 'there';
        return `${type} ${terms.heldBy} ${place}`;
      });

  const [THERE, HERE] = ['stop_market exchange there', 'stop_market service here'];
  const TARGET = 'limit exchange there';
  /** The exits of a leg are a group, and the coins of spot are locked once. */
  const CASES = [
    [PERPETUAL, 'exchange', true, [THERE, TARGET]],
    [PERPETUAL, 'service', true, [HERE, TARGET]],
    [TAG, 'exchange', true, [HERE, TARGET]],
    [TAG, 'exchange', false, [THERE]],
    [TAG, 'service', false, [HERE]],
  ] as const;

  for (const [tag, stops, hasTarget, expected] of CASES)
    test(`${tag}, by "${stops}"${hasTarget ? ', with a target' : ''}: ${expected[0]}`, async () => {
      const each = await harness('held');
      const target = hasTarget ? { target_price: each.at(2_000) } : {};
      const bot = await each.start({ stop_price: each.at(-2_000), ...target }, stops, tag);
      await passSeconds(each, 8);
      assert.deepEqual(await holders(each, bot), expected);
    });

  test('has a stop of spot here once it is moved, at no moment without one', async () => {
    const each = await harness('held');
    const bot = await each.start({ stop_price: each.at(-2_000) }, 'exchange');
    await passSeconds(each, 8);
    const { brain, userId, botId, marketTag } = await each.find(bot);
    assert.ok(brain.kind === 'strategy');
    const after = { ...brain.config, moved_stop_price: each.at(-1_500) };
    const of = { userId, botId, isActivated: true, marketTag: marketTag ?? '', completion: null };
    const edit = { ...of, before: brain.config, after, atMs: each.made.sim.nowMs() };
    assert.ok(await each.made.store.editStrategyBot(edit));
    for (let second = 0; second < 8; second += 1) {
      await passSeconds(each, 1);
      assert.notDeepEqual(await holders(each, bot), []);
    }
    assert.deepEqual(await holders(each, bot), [HERE]);
  });

  test('has a stop that trails there as well, on futures', async () => {
    const each = await harness('held');
    const config = { stop_price: each.at(-2_000), stop_trails: true };
    const bot = await each.start(config, 'exchange', PERPETUAL);
    const onSpot = await each.start(config, 'exchange');
    await passSeconds(each, 8);
    assert.deepEqual(await holders(each, bot), [THERE]);
    assert.deepEqual(await holders(each, onSpot), ['trailing_stop_market service here']);
  });

  test('leaves neither an order nor a position when one of the two has filled', async () => {
    const each = await harness('held');
    const bot = await each.start(
      { stop_price: each.at(-60), target_price: each.at(60) },
      'exchange',
      PERPETUAL,
    );
    for (let round = 0; round < 20 && (await each.find(bot)).isActivated; round += 1) {
      await passSeconds(each, 3);
      const runner = each.made.runner(each.deps);
      await each.made.passMinutes(2, [runner]);
      await runner.close();
    }
    assert.match((await each.find(bot)).bracket?.outcome ?? '', /^(?:target|stop)$/);
    assert.deepEqual(await holders(each, bot), []);
    const { exchange } = each.made.sim;
    const account = { ...each.made.futures, marketType: 'futures' as const };
    assert.deepEqual(await exchange.fetchOpenOrders(account), []);
    assert.deepEqual(await exchange.fetchPositions(account), []);
  });
});
