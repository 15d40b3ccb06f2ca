// All texts in German; read only by who has chosen it.

import { accounts } from './accounts.ts';
import { backtests } from './backtests.ts';
import { bots } from './bots.ts';
import { chart } from './chart.ts';
import { comparison } from './comparison.ts';
import { controls } from './controls.ts';
import { entry } from './entry.ts';
import { events } from './events.ts';
import { filters } from './filters.ts';
import { frame } from './frame.ts';
import { home } from './home.ts';
import { labs } from './labs.ts';
import { market } from './market.ts';
import { markets } from './markets.ts';
import { notifications } from './notifications.ts';
import { operator } from './operator.ts';
import { partner } from './partner.ts';
import { parts } from './parts.ts';
import { people } from './people.ts';
import { report } from './report.ts';
import { scripts } from './scripts.ts';
import { series } from './series.ts';
import { servedTexts } from './served-texts.ts';
import { served } from './served.ts';
import { service } from './service.ts';
import { settings } from './settings.ts';
import { stop } from './stop.ts';
import { strategies } from './strategies.ts';
import { ticket } from './ticket.ts';
import { visual } from './visual.ts';
import { webhooks } from './webhooks.ts';

export const GERMAN = {
  accounts,
  backtests,
  bots,
  chart,
  comparison,
  controls,
  entry,
  events,
  filters,
  frame,
  home,
  labs,
  market,
  markets,
  notifications,
  operator,
  partner,
  parts,
  people,
  report,
  scripts,
  series,
  served,
  servedTexts,
  service,
  settings,
  stop,
  strategies,
  ticket,
  visual,
  webhooks,
};
