// Texts of what the service does or refuses, in German.

import type { WordsLike } from '../language.ts';
import type { ServiceWords } from '../service.ts';

export const service: WordsLike<ServiceWords> = {
  tradeOrders: 'trade orders handeln kaufen verkaufen',
  createMakeAdd: (words) => `create make add anlegen erstellen neu ${words}`,
  nameTheme: 'name theme design',
  securityAppTotpRecovery: 'security app totp recovery codes sicherheit passwort',
  signedInDevicesBrowsers: 'signed in devices browsers geräte angemeldet',
  channelsRulesTelegramDiscord: 'channels rules telegram discord slack mail kanäle regeln',
  alertsTradingviewSignals: 'alerts tradingview signals alarme signale',
  programsTokensScopes: 'programs tokens scopes programme rechte',
  createMake: 'create make anlegen erstellen',
  createMakeGridAveraging: 'create make grid averaging dca signal anlegen',
  writeLua: 'write lua schreiben',
  searchOptimizeInputs: 'search optimize inputs suchen optimieren',
  connectExchangePaper: 'connect exchange paper börse verbinden',
  themeAppearanceModeNight: 'theme appearance mode night day design nacht tag',
  panicHaltKillSwitch: 'panic halt kill switch cancel all orders close positions panik not aus',
  leaveEnd: 'leave end verlassen',
  ctrl: 'Strg',
  enter: 'Enter',
  esc: 'Esc',
};
