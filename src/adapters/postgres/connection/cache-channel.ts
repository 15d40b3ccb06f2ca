// Clears the caches of keys, users and accounts in all other processes: a notification that leaves
// with the commit of the change.

export const CACHE_CHANNEL = 'tidemill_cache';

/** SQL that sends the notification, once for each row that it is selected from. */
export const CLEAR_CACHES = `pg_notify('${CACHE_CHANNEL}', '')`;
