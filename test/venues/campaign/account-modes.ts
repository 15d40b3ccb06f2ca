// Modes of accounts that campaigns trade in beside those that most accounts have: each has requests
// of its own.

import type { CampaignMarket } from './campaign-exchange.ts';

type ModeMarket = CampaignMarket & { readonly mode: string };

export const ACCOUNT_MODES: readonly ModeMarket[] = [
  { code: 'bitget', kind: 'spot', mode: 'unified' },
  { code: 'gate', kind: 'spot', mode: 'unified' },
  { code: 'kucoin', kind: 'spot', mode: 'UNIFIED' },
  { code: 'okx', kind: 'spot', mode: '3' },
  { code: 'hyperliquid', kind: 'linear', mode: 'unifiedAccount' },
];
