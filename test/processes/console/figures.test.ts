// Figures of the console beside a second computation from what was traded.

import {
  figuresOfAccounts,
  figuresOfBacktest,
  figuresOfBot,
  figuresOfPosition,
} from '../../console/journeys/figures.ts';
import { playJourneys } from '../../console/stage.ts';

await playJourneys('figures of the console', [
  ['those of a backtest follow from its orders and the candles', figuresOfBacktest],
  ['those of a bot follow from its trades and its equity', figuresOfBot],
  ['those of an account follow from its ledger and its fills', figuresOfAccounts],
  ['those of a position follow from its fills and the mark', figuresOfPosition],
]);
