// People, bots of strategies and figures in the console.

import {
  figuresOfAccounts,
  figuresOfBacktest,
  figuresOfBot,
  figuresOfPosition,
} from '../../console/journeys/figures.ts';
import { lateAddresses } from '../../console/journeys/late-addresses.ts';
import { partnerDay } from '../../console/journeys/partner-day.ts';
import { passkey } from '../../console/journeys/passkey.ts';
import { people } from '../../console/journeys/people.ts';
import { sendSignalByHand, strategyBots } from '../../console/journeys/strategy-bots.ts';
import { playJourneys } from '../../console/stage.ts';

await playJourneys('trading in the console', [
  ['a page that was left does not come back with what comes late', lateAddresses],
  ['a passkey is made, signs in without a name, and is removed', passkey],
  ['a partner makes a customer, follows a signal, and reads the bill', partnerDay],
  ['an owner makes a user and a key, and finds all of it in the audit log', people],
  ['figures of a backtest follow from its orders and the candles', figuresOfBacktest],
  ['figures of a bot follow from its trades and its equity', figuresOfBot],
  ['figures of an account follow from its ledger and its fills', figuresOfAccounts],
  ['figures of a position follow from its fills and the mark', figuresOfPosition],
  ['a grid is planned on the chart, made, started, edited and stopped', strategyBots],
  ['a signal that is sent by hand reaches the bot that listens', sendSignalByHand],
]);
