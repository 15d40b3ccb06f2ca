// Texts of what the service does or refuses.

import type { Piece } from './language.ts';
import { wordsOf } from './language.ts';

const ENGLISH = {
  tradeOrders: 'trade orders',
  createMakeAdd: (words: Piece) => `create make add ${words}`,
  nameTheme: 'name theme',
  securityAppTotpRecovery: 'security app totp recovery codes',
  signedInDevicesBrowsers: 'signed in devices browsers',
  channelsRulesTelegramDiscord: 'channels rules telegram discord slack mail',
  alertsTradingviewSignals: 'alerts tradingview signals',
  programsTokensScopes: 'programs tokens scopes',
  createMake: 'create make',
  createMakeGridAveraging: 'create make grid averaging dca signal',
  writeLua: 'write lua',
  searchOptimizeInputs: 'search optimize inputs',
  connectExchangePaper: 'connect exchange paper',
  themeAppearanceModeNight: 'theme appearance mode night day',
  panicHaltKillSwitch: 'panic halt kill switch cancel all orders close positions',
  leaveEnd: 'leave end',
  ctrl: 'Ctrl',
  enter: 'Enter',
  esc: 'Esc',
} as const;

export type ServiceWords = typeof ENGLISH;
export const SERVICE = wordsOf('service', ENGLISH);
