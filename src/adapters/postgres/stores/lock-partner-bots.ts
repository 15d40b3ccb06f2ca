// The one order in which rows of end users' bots are locked: by the id of the bot, each with its
// row of `bots`. Whoever changes several of them in one transaction locks them so before anything
// else, or two changes could wait for each other.

/** Locks the bots whose ids the query returns. */
export function lockPartnerBots(idsQuery: string): string {
  return `
    SELECT p.bot_id, p.version, b.is_activated, p.deleted_at_ms
    FROM partner_bots p JOIN bots b USING (bot_id)
    WHERE p.bot_id IN (${idsQuery})
    ORDER BY p.bot_id FOR NO KEY UPDATE`;
}

/** Of bots whose rows meet the condition on `m`: their own ids, and those of their followers. */
export function withFollowers(condition: string): string {
  return `
    SELECT m.bot_id FROM partner_bots m WHERE ${condition}
    UNION SELECT f.bot_id FROM partner_bots m JOIN partner_bots f ON f.master_bot_id = m.bot_id
    WHERE ${condition}`;
}
