// Texts of Home.

import { wordsOf } from './language.ts';

const ENGLISH = {
  title: 'Home',
  signedInAs: (name: string) => `Signed in as ${name}`,
  // Accounts.
  accounts: 'Accounts',
  allAccounts: 'All accounts',
  noAccounts: 'No accounts yet',
  openAccount: 'Open an account',
  beginWithPlay: 'Begin with play money; a real exchange can follow.',
  spot: 'spot',
  futures: 'futures',
  // What needs attention.
  attention: 'Needs attention',
  look: 'Look',
  more: (count: number) => `and ${count} more`,
  orderLost: 'The exchange had this order and no longer lists it.',
  orderUnknown: 'It is not known yet whether the exchange received it. We are checking.',
  orderTitle: (order: string) => `The outcome of an order is not known: ${order}`,
  othersHeld: 'Other orders on this market are held until it is known.',
  buy: 'buy',
  sell: 'sell',
  keyRefused: 'Its exchange refuses the key: nothing can be traded.',
  keyWithdraws: 'Its key allows withdrawals. Create a key without that permission.',
  keyExpired: 'Its key has expired.',
  keyReadsOnly: 'Its key may only read: nothing can be traded.',
  keyExpires: (when: string) => `Its key expires on ${when}.`,
  stoppedByItself: (bot: string) => `${bot} stopped by itself`,
  signals: (count: number) => ` ${count} signals within a day.`,
  noBotGot: (token: string) => `No bot got the signal “${token}”`,
  didNotHear: (bot: string) => `${bot} did not hear a signal`,
  webhookOff: (url: string) => `A webhook is off: ${url}`,
  channelOff: (name: string) => `Notifications no longer reach ${name}`,
  apiKeySoon: (name: string) => `The API key ${name} expires soon`,
  apiKeyFrom: (when: string) => `Programs that use it are refused from ${when} on.`,
  // The way to the first bot.
  firstSteps: 'First steps',
  done: 'Done',
  step: (number: number) => `Step ${number}`,
  stepAccount: [
    'Open an account',
    'Play money on real or simulated prices costs nothing and risks nothing.',
    'Accounts',
  ],
  stepScript: [
    'Write a script',
    'A few lines of Lua say when to buy and sell. One is there to begin with.',
    'Scripts',
  ],
  stepBacktest: [
    'See what it would have done',
    'Run a backtest beside the text and see each trade.',
    'Backtest',
  ],
  stepBot: ['Let a bot run it', 'It trades as minutes close, and you watch it here.', 'Bots'],
  // Bots that run.
  running: 'Running bots',
  countOf: (count: number, all: number) => `${count} of ${all}`,
  all: 'All',
  noBots: 'No bots yet',
  noBotRuns: 'No bot runs',
  makeBot: 'Make a bot',
  startOne: 'Start one',
  whatBotDoes: 'A bot runs a script on a market of one of your accounts.',
  bot: 'Bot',
  profit: 'Profit',
  heartbeat: 'Heartbeat',
  paused: 'paused',
  late: 'late, ',
  // What the risk switch stopped.
  stoppedByRisk: 'Stopped by “Stop everything” or a limit',
  ranUntil: (count: number) =>
    `${count === 1 ? 'This bot ran' : `These ${count} bots ran`} until then. ` +
    'They begin a new run when they are started again.',
  // Positions.
  positions: 'Open positions',
  noPositions: 'No open positions. Futures positions and spot holdings appear here.',
  position: 'Position',
  entry: 'Entry',
  liquidation: 'Liquidation',
  moreBots: (count: number) => `${count} more bots`,
  mayHold: 'may hold something on spot accounts.',
  stopped: 'stopped',
  whenStopped: 'when it was stopped',
  worth: 'worth',
  // Value over time.
  value: 'Value of all accounts',
  noValue: 'No value yet',
  noValueWhy: 'The value of your accounts over time appears here once you have one.',
  money: 'Money',
  span: 'Span',
  inPlayMoney: (currency: string) => `${currency}, play money`,
  today: 'Today',
} as const;

export type HomeWords = typeof ENGLISH;
export const HOME = wordsOf('home', ENGLISH);
