// The refusal of what lets others in, where nobody proved lately to be there.

import { refuse } from '#api/http/responses/api-response.ts';

export const NOT_CONFIRMED = refuse(
  'confirmation_required',
  'Prove first that you are there: POST /auth/confirm.',
);
