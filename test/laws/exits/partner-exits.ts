// The law of exits on the partner surface: bots of each strategy, made for an end user, hold
// something, and each operation of the surface that may leave it is sent over the API.

import { ZERO } from '#lib/decimal.ts';
import { present } from '#lib/assert.ts';
import { lowestAmount } from '#venue-port/order/order-check.ts';
import type { StrategyType } from '#domain/strategy/strategy-type.ts';
import type { ConfigRecord } from '#strategies/read-config.ts';
import { STRATEGY_CATALOGUE } from '#strategies/strategy-catalogue.ts';
import type { Bot } from '#ports/stores/bot-store.ts';
import { botHarness } from '#services/live/runner/bot-harness.fixture.ts';
import type { BotHarness } from '#services/live/runner/bot-harness.fixture.ts';
import { lendBot } from '../../support/lend-bot.ts';
import type { ServedHarness } from '../../support/serve-harness.ts';
import { serveHarness } from '../../support/serve-harness.ts';
import type { PlantedViolation, TriedCell } from '../law.ts';
import type { ServiceOutcome } from './judge-service-exit.ts';
import { judgeServiceExit } from './judge-service-exit.ts';
import { heldAtVenue, shownBy, TAGS } from './service-exits.ts';

const PARTNER = 'usr_first';
const TOKEN = 'go';
const SURFACES = ['whitelabel', 'partner'] as const;
type Surface = (typeof SURFACES)[number];

type Kind = keyof typeof TAGS;

type StrategyCase = {
  readonly type: StrategyType;
  readonly kind: Kind;
  readonly config: ConfigRecord;
};

const DEAL = {
  base_order_size: '400',
  averaging_order_size: '200',
  max_averaging_orders: 2,
  price_deviation_percent: 1,
  take_profit_percent: 50,
  start_condition: 'signal',
  signal_token: TOKEN,
};
const GRID = {
  lower_price: '50000',
  upper_price: '80000',
  grid_count: 6,
  investment: '3000',
};
const SIGNALS = { signal_token: TOKEN, order_size: '400', order_type: 'market' };

/** Settings by which each strategy holds something on each kind of market that it is for. */
const SETTINGS: { readonly [type in StrategyType]: readonly (readonly [Kind, ConfigRecord])[] } = {
  webhook: [
    ['spot', SIGNALS],
    ['linear', SIGNALS],
  ],
  spot_dollar_cost_averaging: [['spot', DEAL]],
  futures_dollar_cost_averaging: [['linear', { ...DEAL, direction: 'long' }]],
  spot_grid: [['spot', GRID]],
  futures_grid: [['linear', { ...GRID, direction: 'long' }]],
  // Placed by operations of accounts, and not offered by partners.
  bracket: [],
};

type PartnerWay = {
  /** The end of its name, as of `partnerStopBot`. */
  readonly operation: string;
  readonly isFor?: readonly StrategyType[];
  readonly leave: (holding: PartnerHolding) => Promise<string | null>;
};

type PartnerHolding = {
  readonly served: ServedHarness;
  readonly surface: Surface;
  readonly bot: Bot;
  /** The run of the bot reads what waits for it. */
  readonly receive: () => Promise<void>;
};

const CLOSES = 'cancel_orders=true&close_position=true';

const PARTNER_WAYS: readonly PartnerWay[] = [
  {
    operation: 'StopBot',
    leave: ({ served, surface, bot: { userId, botId } }) =>
      served.request(PARTNER, 'POST', `${surface}/users/${userId}/bots/${botId}/stop?${CLOSES}`),
  },
  {
    operation: 'DeleteBot',
    leave: ({ served, surface, bot: { userId, botId } }) =>
      served.request(PARTNER, 'DELETE', `${surface}/users/${userId}/bots/${botId}?${CLOSES}`),
  },
  {
    operation: 'DeleteUser',
    leave: ({ served, surface, bot: { userId } }) =>
      served.request(PARTNER, 'DELETE', `${surface}/users/${userId}?${CLOSES}`),
  },
  {
    operation: 'StopEverything',
    leave: ({ served, surface }) =>
      served.request(PARTNER, 'POST', `${surface}/stop-everything`, {
        cancel_orders: true,
        close_positions: true,
      }),
  },
  {
    operation: 'SendSignal',
    isFor: ['webhook', 'spot_dollar_cost_averaging', 'futures_dollar_cost_averaging'],
    async leave({ served, surface, receive }) {
      const signal = { signal_token: TOKEN, action: 'exit_position' };
      const refusal = await served.request(PARTNER, 'POST', `${surface}/signals`, signal);
      await receive();
      return refusal;
    },
  },
];

/** Cells of each operation of both surfaces, for bots of each strategy. */
export async function* tryPartnerExits(
  isChosen: (cellIndex: number) => boolean,
): AsyncIterable<TriedCell> {
  const cases = (Object.keys(STRATEGY_CATALOGUE) as StrategyType[]).flatMap((type) =>
    SETTINGS[type].map(([kind, config]): StrategyCase => ({ type, kind, config })),
  );
  for (const surface of SURFACES)
    for (const { operation, isFor, leave } of PARTNER_WAYS) {
      const own = cases.filter(({ type }) => isFor?.includes(type) ?? true);
      for (const [index, each] of own.entries()) {
        if (!isChosen(index)) continue;
        const outcome = await leaveBySurface(surface, each, leave);
        const cell = `${each.type}, ${each.kind}`;
        const participant = `${surface}${operation}`;
        yield { participant, cell, verdict: judgeServiceExit(outcome) };
      }
    }
}

async function leaveBySurface(
  surface: Surface,
  { type, kind, config }: StrategyCase,
  leave: PartnerWay['leave'],
): Promise<ServiceOutcome> {
  const harness = await botHarness();
  const account = kind === 'spot' ? harness.spot : harness.futures;
  const marketTag = TAGS[kind];
  const markets = await harness.sim.exchange.listMarkets();
  const market = present(
    markets.find((each) => each.marketTag === marketTag),
    'the exchange lists it',
  );
  const before = await heldAtVenue(harness, account, market);
  const brain = { kind: 'strategy', type, config: { market_tag: marketTag, ...config } } as const;
  const bot = await harness.start(brain, { accountId: account.accountId, marketTag });
  lendBot(harness, bot, PARTNER, TOKEN);
  const runner = harness.runner();
  const served = await serveHarness(harness);
  const receive = async (): Promise<void> => {
    await runner.receive();
    await runner.settled();
    await harness.passMinutes(2, [runner]);
  };
  try {
    await harness.passMinutes(2, [runner]);
    const signal = { signal_token: TOKEN, action: 'buy' };
    await served.request(PARTNER, 'POST', `${surface}/signals`, signal);
    await receive();
    const held = (await heldAtVenue(harness, account, market)) - before;
    if (held <= ZERO) throw new Error(`${type} holds nothing: ${await linesOf(harness, bot)}`);
    const refusal = await leave({ served, surface, bot, receive });
    const next = harness.runner();
    for (let passed = 0; passed < 3; passed += 1) {
      harness.passMs(61_000);
      await next.renew();
      await next.tick();
    }
    const { price } = await harness.sim.exchange.fetchPrice(marketTag);
    return {
      isSpot: kind === 'spot',
      least: lowestAmount(market, price),
      held: ((await heldAtVenue(harness, account, market)) - before) as ServiceOutcome['held'],
      shown: await shownBy(harness, bot),
      lines: (await harness.linesOf(bot)).flatMap(({ severity, message }) =>
        severity === 'error' ? [message] : [],
      ),
      refusal,
    };
  } finally {
    await served.close();
  }
}

async function linesOf(harness: BotHarness, bot: Bot): Promise<string> {
  return (await harness.linesOf(bot)).map(({ message }) => message).join(' | ');
}

export const PLANTED_ON_SURFACE: readonly PlantedViolation[] = [
  {
    name: 'a stop on the partner surface that closes nothing',
    async find(): Promise<TriedCell> {
      const grid = { ...GRID, direction: 'long' };
      const held: StrategyCase = { type: 'futures_grid', kind: 'linear', config: grid };
      const leave = ({ served, surface, bot: { userId, botId } }: PartnerHolding) =>
        served.request(PARTNER, 'POST', `${surface}/users/${userId}/bots/${botId}/stop`);
      const outcome = await leaveBySurface('partner', held, leave);
      const verdict = judgeServiceExit(outcome);
      return { participant: 'partnerStopBot', cell: held.type, verdict };
    },
  },
];
