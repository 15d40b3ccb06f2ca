// Judges the start of a strategy's bot: with what it left behind, or anew; or what keeps it from
// that.

import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import type { SettingProblem } from '#strategies/config/setting.ts';
import type { StrategyBot } from '#ports/stores/bot-store.ts';
import type { InvalidConfig, PlannedBot } from '#services/strategy-bots/planned-bot.ts';
import type { PreviewDeps } from '#services/strategy-bots/preview-plan.ts';
import { problemsNow } from '#services/strategy-bots/preview-plan.ts';
import type { LeftDeps } from '#services/strategy-bots/what-is-left.ts';
import { isAnythingLeft, problemsOfGoingOn } from '#services/strategy-bots/what-is-left.ts';

export type JudgeStartDeps = PreviewDeps & LeftDeps;

/** `planned` is what its settings come to now. What a bot goes on with is paid for already. */
export async function judgeStart(
  deps: JudgeStartDeps,
  bot: StrategyBot,
  planned: Result<PlannedBot, InvalidConfig>,
): Promise<Result<{ readonly carriesOn: boolean }, { readonly detail: string }>> {
  if (!planned.ok) return rejected(refusalOf(planned.rejection.problems));
  const carriesOn = await isAnythingLeft(deps, bot);
  const problems = carriesOn
    ? await problemsOfGoingOn(deps, bot, planned.value.market)
    : await problemsNow(deps, planned.value);
  return problems.length > 0 ? rejected(refusalOf(problems)) : accepted({ carriesOn });
}

/** Rejection that joins the problems into one sentence. */
export function refusalOf(problems: readonly SettingProblem[]): { readonly detail: string } {
  const detail = problems.map(({ message }) => message).join('; ');
  return { detail: `The bot cannot start: ${detail}.` };
}
