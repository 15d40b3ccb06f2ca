// State of a bot, and why it does not run.

import type { Bot } from '@tidemill/client';
import { hasStoppedByItself, stopWords } from './stopped-by.ts';
import { CONTROLS } from '../words/controls.ts';
import { servedText } from '../words/served.ts';

export function BotState({ bot }: { readonly bot: Bot }) {
  if (bot.is_activated && bot.is_paused)
    return <span className="tag tag-warn">{CONTROLS.paused}</span>;
  if (bot.is_activated) return <span className="tag tag-rise">{CONTROLS.running}</span>;
  const reason = bot.stop_reason === null ? null : servedText(bot.stop_reason);
  const title = [stopWords(bot), reason].filter((each) => each !== null).join(' ');
  if (hasStoppedByItself(bot))
    return (
      <span className="tag tag-fall" title={title}>
        {CONTROLS.stoppedByItself}
      </span>
    );
  return (
    <span className="tag" title={title}>
      {CONTROLS.stopped}
    </span>
  );
}
