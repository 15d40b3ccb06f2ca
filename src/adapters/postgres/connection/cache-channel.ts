// How one process tells all others that what they remember about keys, users and accounts may be
// old: a notification that leaves with the commit of the change.

export const CACHE_CHANNEL = 'tidemill_cache';

/** SQL that sends the notification, once for each row that it is selected from. */
export const CLEAR_CACHES = `pg_notify('${CACHE_CHANNEL}', '')`;
