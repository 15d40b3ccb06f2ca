// Descriptions of who stopped a bot, for the document: of a field, and of its words.

export const STOPPED_BY = 'Who stopped it last; null while it runs and before its first start.';

export const STOPPER_WORDS =
  'Who stopped a bot. `user`: by hand, or its key was removed. `risk`: the risk switch or a ' +
  'limit. `script`: its script or strategy ended or failed. `exchange`: its market, its key or ' +
  'what it held is gone. `service`: it could not be taken up or carried on, as when a plan has ' +
  'ended.';
