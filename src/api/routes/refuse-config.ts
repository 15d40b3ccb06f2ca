// Problems of a strategy's settings in a response: each at its key.

import type { Refusal } from '#api/http/responses/api-response.ts';
import { refuse, refuseFields } from '#api/http/responses/api-response.ts';
import type { InvalidConfig } from '#services/strategy-bots/planned-bot.ts';

/** Refusal with a pointer for each setting, up to as many as a problem lists. */
export function refuseConfig({ problems }: InvalidConfig): Refusal {
  const errors = problems.map(({ key, message }) => {
    const name = key.replaceAll('~', '~0').replaceAll('/', '~1').slice(0, 60);
    return { pointer: `#/config/${name}`, detail: `Setting ${message}.` };
  });
  const [first, ...rest] = errors.slice(0, ERRORS_MAX);
  return first === undefined
    ? refuse('invalid_request', 'The settings are not valid.')
    : refuseFields([first, ...rest]);
}

const ERRORS_MAX = 50;
