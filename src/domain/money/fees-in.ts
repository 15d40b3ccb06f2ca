// In which currency a simulated account pays the fees of its spot trades, as one text.

/**
 * `quote`: in the quote currency; `received`: in what a trade brings, the base currency of a buy
 * and the quote currency of a sale. Else a currency, such as "BNB": in that one while the account
 * has it, otherwise as `received`.
 */
export type FeesIn = string;

export const FEES_IN_QUOTE = 'quote';
export const FEES_IN_RECEIVED = 'received';
