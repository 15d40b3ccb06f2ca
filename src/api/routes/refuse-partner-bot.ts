// Refusals of the use cases of end users' bots, as responses. What is foreign, deleted or unknown
// gets the same words.

import type { CopyPartnerBotRejection } from '#services/partner-bots/copy-partner-bot.ts';
import type { Refusal } from '#api/http/responses/api-response.ts';
import { refuse } from '#api/http/responses/api-response.ts';
import { refuseConfig } from '#api/routes/refuse-config.ts';

const MISSING = {
  user_not_found: 'There is no such end user.',
  bot_not_found: 'There is no such bot.',
  position_not_found: 'There is no such position.',
} as const;

export type PartnerBotRefusal =
  | CopyPartnerBotRejection
  | { readonly code: keyof typeof MISSING }
  | { readonly code: 'position_left'; readonly detail: string };

/** Refusal for each rejection of the use cases. */
export function refusePartnerBot(rejection: PartnerBotRefusal): Refusal {
  switch (rejection.code) {
    case 'invalid_config':
      return refuseConfig(rejection);
    case 'forbidden':
    case 'position_left':
      return refuse(rejection.code, rejection.detail);
    case 'user_not_found':
    case 'bot_not_found':
    case 'position_not_found':
      return refuse(rejection.code, MISSING[rejection.code]);
  }
}
