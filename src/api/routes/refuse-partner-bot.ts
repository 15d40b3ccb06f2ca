// How refusals of the use cases of end users' bots are returned. What is foreign, deleted or
// unknown gets the same words.

import type { CopyPartnerBotRejection } from '#services/partner-bots/copy-partner-bot.ts';
import type { Refusal } from '#api/http/responses/api-response.ts';
import { refuse, refuseFields } from '#api/http/responses/api-response.ts';

const MISSING = {
  user_not_found: 'There is no such end user.',
  bot_not_found: 'There is no such bot.',
  position_not_found: 'There is no such position.',
} as const;

export type PartnerBotRefusal = CopyPartnerBotRejection | { readonly code: keyof typeof MISSING };

export function refusePartnerBot(rejection: PartnerBotRefusal): Refusal {
  switch (rejection.code) {
    case 'invalid_config': {
      const errors = rejection.problems.map(({ key, message }) => {
        const name = key.replaceAll('~', '~0').replaceAll('/', '~1').slice(0, 60);
        return { pointer: `#/config/${name}`, detail: `Setting ${message}.` };
      });
      const [first, ...rest] = errors.slice(0, ERRORS_MAX);
      return first === undefined
        ? refuse('invalid_request', 'The settings are not valid.')
        : refuseFields([first, ...rest]);
    }
    case 'forbidden':
      return refuse('forbidden', rejection.detail);
    case 'user_not_found':
    case 'bot_not_found':
    case 'position_not_found':
      return refuse(rejection.code, MISSING[rejection.code]);
  }
}

const ERRORS_MAX = 50;
