// Whether a bot runs, and why it does not.

import type { Bot } from '@tidemill/client';

export function BotState({ bot }: { readonly bot: Bot }) {
  if (bot.is_activated && bot.is_paused) return <span className="tag tag-warn">Paused</span>;
  if (bot.is_activated) return <span className="tag tag-rise">Running</span>;
  if (bot.stop_reason !== null)
    return (
      <span className="tag tag-fall" title={bot.stop_reason}>
        Stopped by itself
      </span>
    );
  return <span className="tag">Stopped</span>;
}
