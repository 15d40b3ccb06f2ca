// Owners of bots: each makes one bot, starts it, and changes its mind some times. What they know
// comes from responses alone.

import { isBracket } from '#domain/strategy/strategy-type.ts';
import type { Fleet } from './fleet.ts';
import { noteDefects } from './fleet.ts';
import type { BotChange, Reply, Server } from './gateway.ts';
import { cancelBracket, changeBot, editBot, makeBot, signalBot } from './gateway.ts';
import type { SimPart } from './scripts.ts';
import { SIM_SCRIPTS, SIM_STRATEGIES } from './scripts.ts';
import { GRID_EDITS } from './strategies.ts';
import { ACCOUNTS } from './venue.ts';
import { insist } from './workload.ts';
import type { SimWorld } from './world.ts';

/** A bot as its owner knows it. */
export type OwnedBot = {
  readonly botId: string;
  readonly part: SimPart;
  /** `unsure`: the last change has had no response. */
  state: 'stopped' | 'running' | 'deleted' | 'unsure';
  startsCount: number;
};

export type Owners = { readonly bots: OwnedBot[]; ownersLeft: number; signalsCount: number };

const BOTS_MAX = 6;
const CHANGES_MAX = 5;
const THOUGHT_MS_MAX = 90_000;
type Parts = readonly [SimPart, ...SimPart[]];
const SCRIPTS = SIM_SCRIPTS as Parts;
const PARTNER_PARTS = SIM_STRATEGIES as Parts;
const MARKET_TAGS = { spot: 'SIM_BTC_USDT', futures: 'SIM_BTC_USDT_PERP' } as const;

export function startOwners(world: SimWorld, fleet: Fleet): Owners {
  const count = world.chance.below(BOTS_MAX + 1);
  const owners: Owners = { bots: [], ownersLeft: count, signalsCount: 0 };
  for (let index = 1; index <= count; index += 1) {
    void own({ world, fleet, owners, name: `owner-${index}` });
  }
  return owners;
}

type Owner = {
  readonly world: SimWorld;
  readonly fleet: Fleet;
  readonly owners: Owners;
  readonly name: string;
};

async function own(owner: Owner): Promise<void> {
  const { world, owners } = owner;
  const { agenda, chance } = world;
  await noteDefects(world, async () => {
    await agenda.wait(chance.below(20_000));
    const bot = await make(owner);
    if (bot === null) return;
    owners.bots.push(bot);
    if (isOfBracket(bot.part)) {
      await endInTime(owner, bot);
      return;
    }
    await change(owner, bot, 'start');
    for (let left = chance.below(CHANGES_MAX); left > 0; left -= 1) {
      await agenda.wait(chance.below(THOUGHT_MS_MAX));
      const wish = chance.pick(['start', 'stop', 'signal', 'signal'] as const);
      if (wish === 'signal') await tell(owner, bot);
      else await change(owner, bot, wish);
    }
    if (chance.percent(75)) await change(owner, bot, 'start');
    else if (chance.percent(50)) await change(owner, bot, 'delete');
  });
  owners.ownersLeft -= 1;
}

function isOfBracket({ brain }: SimPart): boolean {
  return brain.kind === 'strategy' && isBracket(brain);
}

/** It runs from the start, and ends by itself or, of a third, by its owner. */
async function endInTime(owner: Owner, bot: OwnedBot): Promise<void> {
  const { agenda, chance } = owner.world;
  bot.state = 'running';
  bot.startsCount = 1;
  if (!chance.percent(33)) return;
  await agenda.wait(chance.below(THOUGHT_MS_MAX));
  const { botId, part } = bot;
  const { accountId } = ACCOUNTS[part.marketType];
  const closes = chance.percent(50);
  await ask(owner, `cancel ${botId}`, (server) => cancelBracket(server, accountId, botId, closes));
}

/** The price has gone past its stop or target, or somebody holds a position with other leverage. */
function isFutile(code: string): boolean {
  return PRICE_GONE.test(code) || /has an open position in .* with leverage/.test(code);
}

async function make(owner: Owner): Promise<OwnedBot | null> {
  const { chance } = owner.world;
  const part = chance.pick(chance.percent(60) ? SCRIPTS : PARTNER_PARTS);
  const { marketType } = part;
  const marketTag = MARKET_TAGS[marketType];
  const { accountId } = ACCOUNTS[marketType];
  const wish = { requestName: owner.name, accountId, marketTag, part };
  const what = `make a bot that ${part.name}`;
  const reply = await ask(owner, what, (server) => makeBot(server, wish));
  if (reply.kind === 'created')
    return { botId: reply.botId, part, state: 'stopped', startsCount: 0 };
  if (isOfBracket(part) && reply.kind === 'refused' && isFutile(reply.code)) return null;
  owner.world.faults.push(`${owner.name} got no bot: ${JSON.stringify(reply)}`);
  return null;
}

const PRICE_GONE = /the price of now|with fees/;

const STATE_AFTER = { start: 'running', stop: 'stopped', delete: 'deleted' } as const;

/** Another bot of futures has opened a position that this one may not trade beside. */
const OTHERS_POSITION = /Its account has an open position/;

async function change(owner: Owner, bot: OwnedBot, wanted: BotChange): Promise<void> {
  const { botId } = bot;
  bot.state = 'unsure';
  if (wanted === 'start') bot.startsCount += 1;
  const reply = await ask(owner, `${wanted} ${botId}`, (server) =>
    changeBot(server, wanted, botId),
  );
  // An earlier try of which nothing was heard may still start it: that stays unsure.
  if (wanted === 'start' && reply.kind === 'refused' && OTHERS_POSITION.test(reply.code)) return;
  // A delete whose first response was lost finds nothing.
  if (reply.kind !== 'done' && wanted !== 'delete')
    owner.world.faults.push(`${owner.name} could not ${wanted} ${botId}: ${JSON.stringify(reply)}`);
  bot.state = STATE_AFTER[wanted];
}

/** A grid on spot is edited; all others are sent a signal, another one with each try. */
async function tell(owner: Owner, { botId, part }: OwnedBot): Promise<void> {
  const { brain } = part;
  if (brain.kind === 'strategy' && brain.type === 'spot_grid') {
    const config = { ...brain.config, ...owner.world.chance.pick(GRID_EDITS) };
    await ask(owner, `edit ${botId}`, (server) => editBot(server, botId, config));
    return;
  }
  await ask(owner, `signal ${botId}`, (server) => {
    owner.owners.signalsCount += 1;
    return signalBot(server, botId, owner.owners.signalsCount);
  });
}

/**
 * Returns when no try is under way any more: one that was given up could take effect later, and
 * what the owner knows would be wrong through nobody's fault.
 */
async function ask(
  owner: Owner,
  what: string,
  question: (server: Server) => Promise<Reply>,
): Promise<Reply> {
  const tries: Promise<unknown>[] = [];
  const reply = await insist(owner, what, (server) => {
    const response = question(server);
    tries.push(Promise.race([Promise.allSettled([response]), server.life.death]));
    return response;
  });
  await Promise.all(tries);
  return reply;
}
