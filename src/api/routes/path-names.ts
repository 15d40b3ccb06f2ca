// Path parameters: their descriptions, and how a name that cannot exist is returned.

import type { PathParameter } from '#api/http/operation.ts';

export const PATH_NAMES = {
  backtest: {
    backtest_id: { description: 'Backtest, as created.', notFound: 'backtest_not_found' },
  },
  bot: { bot_id: { description: 'Bot, as listed.', notFound: 'bot_not_found' } },
  endUser: { user_id: { description: 'End user, as listed.', notFound: 'user_not_found' } },
  lab: { lab_id: { description: 'Lab, as listed.', notFound: 'lab_not_found' } },
} as const satisfies Readonly<Record<string, Readonly<Record<string, PathParameter>>>>;
