// The store's part of the risk switch, in memory.

import { noteBotLines } from '#adapters/memory/memory-bot-run-store.ts';
import type { MemoryState } from '#adapters/memory/memory-state.ts';
import { sortedValues } from '#adapters/memory/memory-state.ts';
import { noteDeactivation } from '#adapters/memory/note-activation.ts';
import { haltedConfig } from '#domain/strategy/halted-config.ts';
import { isBracket } from '#domain/strategy/strategy-type.ts';
import { memoryBotInbox } from '#adapters/memory/memory-bot-inbox.ts';
import type {
  HaltedBracket,
  RiskSwitchStore,
  SwitchReach,
} from '#ports/stores/risk-switch-store.ts';
import type { Account } from '#ports/stores/account-store.ts';

/** Store over this state; `stopBots` gives the ids in order. */
export function memoryRiskSwitchStore(state: MemoryState): RiskSwitchStore {
  const { accounts, bots } = state;
  return {
    async stopBots(reach, { reason, by, atMs, startsAnew = false, sparesBrackets = false }) {
      const running = sortedValues(bots).filter(
        (bot) =>
          bot.isActivated &&
          isInReach(state, reach, bot) &&
          !(sparesBrackets && isBracket(bot.brain) && bot.bracket !== null),
      );
      const anew = startsAnew ? { startsAnew } : {};
      for (const bot of running) {
        bots.set(bot.botId, {
          ...bot,
          isActivated: false,
          isPaused: false,
          stopReason: reason,
          stoppedBy: by,
          ...anew,
        });
        noteDeactivation(state, bot.botId, atMs);
        noteBotLines(state, bot.botId, [{ atMs, severity: 'warning', message: reason }]);
      }
      return running.map(({ botId }) => botId);
    },
    async haltBrackets(reach, atMs) {
      const halted: HaltedBracket[] = [];
      for (const bot of sortedValues(bots)) {
        const { botId, brain } = bot;
        if (!bot.isActivated || brain.kind !== 'strategy' || !isBracket(brain)) continue;
        if (!isInReach(state, reach, bot)) continue;
        const direction = brain.config['direction'] === 'short' ? 'short' : 'long';
        halted.push({ botId, direction });
        if (brain.config['allows_entry'] === false) continue;
        const config = haltedConfig(brain.config);
        bots.set(botId, { ...bot, brain: { ...brain, config } });
        const input = { kind: 'edited', config: JSON.stringify(config) } as const;
        await memoryBotInbox(state).send([{ botId, input }], atMs, null);
      }
      return halted;
    },
    async listAccountsInReach(reach, afterId, limit) {
      return sortedValues(accounts)
        .filter((account) => isInReach(state, reach, account))
        .filter(({ accountId }) => afterId === null || accountId > afterId)
        .slice(0, limit);
    },
  };
}

function isInReach(
  { endUsers }: MemoryState,
  reach: SwitchReach,
  { userId, accountId }: Pick<Account, 'userId' | 'accountId'>,
): boolean {
  switch (reach.kind) {
    case 'installation':
      return true;
    case 'user':
      return userId === reach.userId;
    case 'account':
      return accountId === reach.accountId;
    case 'end_users': {
      const isNamed = reach.endUserId === null || reach.endUserId === userId;
      return isNamed && endUsers.get(userId)?.partnerId === reach.partnerId;
    }
  }
}
