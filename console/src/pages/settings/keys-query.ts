// The keys of one's programs, all of them.

import { queryOptions } from '@tanstack/react-query';
import { api, readAll } from '../../api/api.ts';

export const keysQuery = queryOptions({
  queryKey: ['keys'],
  queryFn: ({ signal }) => readAll(api.each('listKeys', { limit: 500 }, { signal })),
});
