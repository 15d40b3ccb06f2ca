// An example or two of each command, which its help ends with. Tests read each of them as a shell
// would, so that none is wrong.

/** By the command's words: lines as they are typed, with what they do. */
export const COMMAND_EXAMPLES: {
  readonly [command: string]: readonly (readonly [line: string, does: string])[];
} = {
  serve: [
    ['tidemill serve', 'on port 8080 of this machine alone'],
    ['tidemill serve --port 9000 --data-dir ./other', 'a second installation beside it'],
  ],
  doctor: [
    ['tidemill doctor', 'check the installation'],
    ['tidemill doctor --production', 'also what it should have before it trades real money'],
  ],
  backup: [
    ['tidemill backup ./2026-11-24 --keys ./keys-2026-11-24.json', 'while the service runs'],
  ],
  restore: [
    ['tidemill restore ./2026-11-24 --check', 'whether every file is as it was written'],
    [
      'tidemill restore ./2026-11-24 --keys ./keys-2026-11-24.json --data-dir ./restored',
      'into a new installation',
    ],
  ],
  upgrade: [['tidemill upgrade --check', 'what the next start would change']],
  help: [['tidemill help bots create', 'the same as: tidemill bots create --help']],
  completion: [
    ['tidemill completion bash', 'in ~/.bashrc: source <(tidemill completion bash)'],
    ['tidemill completion zsh', 'in ~/.zshrc: source <(tidemill completion zsh)'],
    ['tidemill completion fish', 'in config.fish: tidemill completion fish | source'],
  ],
  markets: [['tidemill markets --type futures', 'steps and fees of all futures']],
  price: [['tidemill price SIM_BTC_USDT', 'what it trades at now']],
  portfolio: [
    ['tidemill portfolio bt_01jd3f8k2m5q7r9t bot_01jd3f8k2m5q7r9u', 'a backtest and a bot as one'],
  ],
  'backtests difference': [
    ['tidemill backtests difference bt_01jd3f8k2m5q7r9t bt_01jd3f8k2m5q7r9u', 'with a test'],
  ],
  'data list': [['tidemill data list', 'their names, and from when to when they reach']],
  'data import': [
    ['tidemill data import sentiment sentiment.csv', "for scripts with DataSeries('sentiment')"],
  ],
  'data delete': [['tidemill data delete sentiment', '']],
  prices: [['tidemill prices SIM_BTC_USDT SIM_ETH_USDT', 'with the change of 24 hours']],
  'watch list': [['tidemill watch list', 'your markets, of whatever exchanges, with their prices']],
  'watch add': [['tidemill watch add SIM_BTC_USDT', '']],
  'watch remove': [['tidemill watch remove SIM_BTC_USDT', '']],
  balance: [['tidemill balance', 'what all accounts hold']],
  positions: [['tidemill positions --json', 'for a program']],
  'orders place': [
    ['tidemill orders place --market SIM_BTC_USDT --side buy --amount 0.001', 'at market'],
    [
      'tidemill orders place --market SIM_BTC_USDT --side sell --amount 0.001 --price 99000',
      'at 99,000 or better',
    ],
  ],
  'bracket place': [
    [
      'tidemill bracket place --market SIM_BTC_USDT --amount 0.001 --stop 58000 --target 64000',
      'at market, with its stop and its target',
    ],
  ],
  'bracket list': [['tidemill bracket list', 'those that have not ended']],
  'bracket show': [['tidemill bracket show brk_01jd3f8k2m5q7r9t1v3x5z7b9c', '']],
  'bracket move': [
    ['tidemill bracket move brk_01jd3f8k2m5q7r9t1v3x5z7b9c --stop 61000', 'its stop alone'],
  ],
  'bracket cancel': [
    ['tidemill bracket cancel brk_01jd3f8k2m5q7r9t1v3x5z7b9c --close-position', ''],
  ],
  'orders list': [
    ['tidemill orders list', 'those that are open'],
    ['tidemill orders list --ended', 'those that filled, or were cancelled or refused'],
  ],
  'orders cancel': [['tidemill orders cancel ord_01jd3f8k2m5q7r9t1v3x5z7b9c', '']],
  'orders settle': [['tidemill orders settle ord_01jd3f8k2m5q7r9t1v3x5z7b9c --as cancelled', '']],
  'bots create': [
    [
      'tidemill bots create scr_01jd3f8k2m5q7r9t1v3x5z7b9c --name first --market SIM_BTC_USDT ' +
        '--set Fast=2 --set Slow=3',
      'on a chart of a minute',
    ],
    [
      'tidemill bots create --from bot_01jd3f8k2m5q7r9t1v3x5z7b9c ' +
        '--account acc_01jd3f8k2m5q7r9t1v3x5z7b9c --start',
      'with the settings of another bot, for instance of one on a paper account',
    ],
  ],
  'bots list': [['tidemill bots list', 'with what each of them earned']],
  'bots show': [['tidemill bots show bot_01jd3f8k2m5q7r9t1v3x5z7b9c', '']],
  'bots start': [['tidemill bots start bot_01jd3f8k2m5q7r9t1v3x5z7b9c', '']],
  'bots pause': [['tidemill bots pause bot_01jd3f8k2m5q7r9t1v3x5z7b9c', 'its orders stay']],
  'bots resume': [['tidemill bots resume bot_01jd3f8k2m5q7r9t1v3x5z7b9c', '']],
  'bots stop': [
    ['tidemill bots stop bot_01jd3f8k2m5q7r9t1v3x5z7b9c', 'its orders stay'],
    [
      'tidemill bots stop bot_01jd3f8k2m5q7r9t1v3x5z7b9c --close-position',
      'and sell what it holds',
    ],
  ],
  'bots logs': [['tidemill bots logs bot_01jd3f8k2m5q7r9t1v3x5z7b9c', '']],
  'bots watch': [['tidemill bots watch bot_01jd3f8k2m5q7r9t1v3x5z7b9c', 'Ctrl-C ends it']],
  'bots replay': [['tidemill bots replay bot_01jd3f8k2m5q7r9t1v3x5z7b9c', '']],
  'bots report': [['tidemill bots report bot_01jd3f8k2m5q7r9t1v3x5z7b9c', '']],
  'bots values': [['tidemill bots values bot_01jd3f8k2m5q7r9t1v3x5z7b9c', 'with its next update']],
  'bots compare': [
    ['tidemill bots compare bot_01jd3f8k2m5q7r9t1v3x5z7b9c --day 2026-11-20', ''],
    [
      'tidemill bots compare bot_01jd3f8k2m5q7r9t1v3x5z7b9c --day 2026-11-20 --report day.html --open',
      'as a page',
    ],
    [
      'tidemill bots compare bot_01jd3f8k2m5q7r9t1v3x5z7b9c --day 2026-11-20 --days 7 --report week.html',
      'of a week',
    ],
  ],
  'stop-everything': [
    ['tidemill stop-everything --cancel-orders', 'in the whole installation'],
    ['tidemill stop-everything --user demo --close-positions', 'of one user'],
  ],
  'scripts check': [['tidemill scripts check examples/scripts/moving-averages.lua', '']],
  'scripts add': [['tidemill scripts add examples/scripts/moving-averages.lua --name mine', '']],
  'scripts list': [['tidemill scripts list', '']],
  'scripts lua': [['tidemill scripts lua scr_2qzvcj324j9ef8r93x4dmebs1h', '']],
  'scripts continue': [['tidemill scripts continue scr_2qzvcj324j9ef8r93x4dmebs1h', '']],
  'scripts changes': [
    ['tidemill scripts changes scr_2qzvcj324j9ef8r93x4dmebs1h', 'of the newest version'],
    ['tidemill scripts changes scr_2qzvcj324j9ef8r93x4dmebs1h --of 4 --since first', ''],
  ],
  'scripts convert': [
    ['tidemill scripts convert strategy.hss', 'to Lua'],
    ['tidemill scripts convert strategy.hss --as tidemill', 'to a document of ours'],
  ],
  'scripts blocks': [
    ['tidemill scripts blocks average', ''],
    ['tidemill scripts blocks RSI --json', ''],
  ],
  'scripts schema': [['tidemill scripts schema', '']],
  'scripts export': [['tidemill scripts export scr_2qzvcj324j9ef8r93x4dmebs1h --as tidemill', '']],
  backtest: [
    [
      'tidemill backtest examples/scripts/moving-averages.lua --market SIM_BTC_USDT ' +
        '--from 2024-01-01 --to 2024-02-01 --report report.html --open',
      'and show the page',
    ],
  ],
  'compare-trades': [
    [
      'tidemill compare-trades trades.csv --script mine.lua --market ARCHIVE_BTC_USDT_PERP ' +
        '--interval 15',
      '',
    ],
  ],
  'backtests list': [['tidemill backtests list --limit 5', 'the newest five']],
  'backtests show': [['tidemill backtests show bt_01jd3f8k2m5q7r9t1v3x5z7b9c', '']],
  'backtests values': [['tidemill backtests values bt_01jd3f8k2m5q7r9t1v3x5z7b9c', '']],
  'labs create': [['tidemill labs create scr_01jd3f8k2m5q7r9t1v3x5z7b9c --name lengths', '']],
  'labs configure': [
    [
      'tidemill labs configure lab_01jd3f8k2m5q7r9t1v3x5z7b9c --account ' +
        'acc_01jd3f8k2m5q7r9t1v3x5z7b9c --market SIM_BTC_USDT --sweep Fast=5:20:5 --folds 3',
      '5, 10, 15 and 20',
    ],
  ],
  'labs start': [
    [
      'tidemill labs start lab_01jd3f8k2m5q7r9t1v3x5z7b9c --from 2024-01-01 --to 2024-02-01 --watch',
      '',
    ],
  ],
  'labs watch': [['tidemill labs watch lab_01jd3f8k2m5q7r9t1v3x5z7b9c', '']],
  'labs cancel': [['tidemill labs cancel lab_01jd3f8k2m5q7r9t1v3x5z7b9c', '']],
  'labs results': [
    ['tidemill labs results lab_01jd3f8k2m5q7r9t1v3x5z7b9c --sort sharpe', ''],
    [
      'tidemill labs results lab_01jd3f8k2m5q7r9t1v3x5z7b9c --min-positions 30 --max-drawdown 15',
      'only those with 30 trades and a drawdown of at most 15 %',
    ],
    [
      'tidemill labs results lab_01jd3f8k2m5q7r9t1v3x5z7b9c --front profit drawdown',
      'the best trade-offs of both',
    ],
    ['tidemill labs results lab_01jd3f8k2m5q7r9t1v3x5z7b9c --report lab.html --open', ''],
    [
      'tidemill labs results lab_01jd3f8k2m5q7r9t1v3x5z7b9c --report lab.html --reports 10',
      'with the reports of the ten best',
    ],
  ],
  'labs bot': [
    [
      'tidemill labs bot lab_01jd3f8k2m5q7r9t1v3x5z7b9c bt_01jd3f8k2m5q7r9t1v3x5z7b9c --name best',
      '',
    ],
  ],
  'labs list': [['tidemill labs list', '']],
  'history import': [
    ['tidemill history import candles.csv --exchange archive --symbol BTC/USDT', ''],
  ],
  'history sync': [['tidemill history sync --market ARCHIVE_BTC_USDT', '']],
  'history list': [['tidemill history list', '']],
  'history check': [['tidemill history check --market ARCHIVE_BTC_USDT', 'lists the gaps']],
  'history export': [
    ['tidemill history export btc.parquet --market ARCHIVE_BTC_USDT --format parquet', ''],
  ],
  'history delete': [['tidemill history delete --market ARCHIVE_BTC_USDT', '']],
  'users create': [['tidemill users create ada --plan standard', '']],
  'users set-plan': [['tidemill users set-plan ada professional --until 2027-01-31', '']],
  'users set-role': [['tidemill users set-role ada read_only', '']],
  'users sign-in-link': [['tidemill users sign-in-link ada', '']],
  'users remove-app': [['tidemill users remove-app ada', '']],
  'users end-sessions': [['tidemill users end-sessions ada', '']],
  'users delete': [['tidemill users delete ada --confirm ada', 'for good']],
  'users list': [['tidemill users list', '']],
  'audit list': [['tidemill audit list --user ada --limit 20', '']],
  'notify channels': [['tidemill notify channels', '']],
  'notify create': [
    ['tidemill notify create telegram --name phone --chat 40721', 'asks for the token of the bot'],
    [
      'tidemill notify create slack --name team --secret-file -',
      'reads the address of the webhook from standard input',
    ],
    [
      'tidemill notify create email --name mail --to ada@example.com',
      'by the mail server of the installation',
    ],
    [
      'tidemill notify create email --name mail --to ada@example.com ' +
        '--smtp mail.example.org:587 --login ada@example.org',
      'by your own one; asks for the password',
    ],
  ],
  'notify code': [['tidemill notify code nch_01jd3f8k2m5q7r9t1v3x5z7b9c', '']],
  'notify verify': [['tidemill notify verify nch_01jd3f8k2m5q7r9t1v3x5z7b9c 402918', '']],
  'notify mute': [['tidemill notify mute nch_01jd3f8k2m5q7r9t1v3x5z7b9c --until 2026-12-01', '']],
  'notify unmute': [['tidemill notify unmute nch_01jd3f8k2m5q7r9t1v3x5z7b9c', '']],
  'notify enable': [['tidemill notify enable nch_01jd3f8k2m5q7r9t1v3x5z7b9c', '']],
  'notify delete': [['tidemill notify delete nch_01jd3f8k2m5q7r9t1v3x5z7b9c', '']],
  'notify rules': [['tidemill notify rules', '']],
  'notify create-rule': [
    [
      "tidemill notify create-rule --name trades --types 'order.filled,bot.stopped' " +
        '--every-minutes 60',
      'once an hour at most',
    ],
    [
      "tidemill notify create-rule --name orders --types 'order.*' " +
        '--channel nch_01jd3f8k2m5q7r9t1v3x5z7b9c --quiet 22:30-07:00@Europe/Berlin',
      'to one channel, not at night',
    ],
  ],
  'notify enable-rule': [['tidemill notify enable-rule nrl_01jd3f8k2m5q7r9t1v3x5z7b9c', '']],
  'notify disable-rule': [['tidemill notify disable-rule nrl_01jd3f8k2m5q7r9t1v3x5z7b9c', '']],
  'notify delete-rule': [['tidemill notify delete-rule nrl_01jd3f8k2m5q7r9t1v3x5z7b9c', '']],
  'notify resend': [['tidemill notify resend 1207', 'also one that arrived']],
  'notify test': [['tidemill notify test nch_01jd3f8k2m5q7r9t1v3x5z7b9c', '']],
  'notify deliveries': [
    ['tidemill notify deliveries', ''],
    ['tidemill notify deliveries --channel nch_01jd3f8k2m5q7r9t1v3x5z7b9c', 'of one channel'],
  ],
  'webhooks create': [
    ['tidemill webhooks create https://example.com/tidemill', 'all events'],
    [
      "tidemill webhooks create https://example.com/tidemill --types 'order.*,fill.created'",
      'what becomes of orders',
    ],
  ],
  'webhooks list': [['tidemill webhooks list', '']],
  'webhooks rotate': [['tidemill webhooks rotate wh_01jd3f8k2m5q7r9t1v3x5z7b9c', '']],
  'webhooks test': [
    ['tidemill webhooks test wh_01jd3f8k2m5q7r9t1v3x5z7b9c', 'sends a signed message at once'],
  ],
  'webhooks enable': [['tidemill webhooks enable wh_01jd3f8k2m5q7r9t1v3x5z7b9c', '']],
  'webhooks delete': [['tidemill webhooks delete wh_01jd3f8k2m5q7r9t1v3x5z7b9c', '']],
  'webhooks resend': [['tidemill webhooks resend wh_01jd3f8k2m5q7r9t1v3x5z7b9c 1207', '']],
  'webhooks deliveries': [['tidemill webhooks deliveries wh_01jd3f8k2m5q7r9t1v3x5z7b9c', '']],
  'events tail': [
    ['tidemill events tail', 'Ctrl-C ends it'],
    [
      "tidemill events tail --types 'order.*,fill.created' --json",
      'one event a line, for a program',
    ],
  ],
  'hooks create': [
    [
      'tidemill hooks create --bot bot_01jd3f8k2m5q7r9t1v3x5z7b9c --signal trend --from-tradingview',
      '',
    ],
    [
      'tidemill hooks create --bot bot_01jd3f8k2m5q7r9t1v3x5z7b9c --signal trend ' +
        '--template {{action}}:{{ticker}}',
      'for texts such as "buy:BTCUSDT"',
    ],
  ],
  'hooks list': [['tidemill hooks list', '']],
  'hooks rotate': [['tidemill hooks rotate hook_01jd3f8k2m5q7r9t1v3x5z7b9c', '']],
  'hooks delete': [['tidemill hooks delete hook_01jd3f8k2m5q7r9t1v3x5z7b9c', '']],
  'hooks trace': [['tidemill hooks trace hook_01jd3f8k2m5q7r9t1v3x5z7b9c', '']],
  'orders show': [['tidemill orders show ord_01jd3f8k2m5q7r9t1v3x5z7b9c', '']],
  'orders cancel-all': [
    ['tidemill orders cancel-all', 'of all accounts'],
    [
      'tidemill orders cancel-all --account acc_01jd3f8k2m5q7r9t1v3x5z7b9c --market SIM_BTC_USDT',
      'on one market',
    ],
  ],
  'fills list': [['tidemill fills list --market SIM_BTC_USDT', '']],
  'keys create': [
    ['tidemill keys create --name charts --scopes read --until 2027-01-31', 'reads, for a while'],
  ],
  'keys list': [['tidemill keys list', '']],
  'keys disable': [['tidemill keys disable key_01jd3f8k2m5q7r9t1v3x5z7b9c', '']],
  'keys enable': [['tidemill keys enable key_01jd3f8k2m5q7r9t1v3x5z7b9c', '']],
  'keys delete': [['tidemill keys delete key_01jd3f8k2m5q7r9t1v3x5z7b9c', '']],
  'accounts create': [
    [
      'tidemill accounts create --paper --exchange CODE --market-type spot --name try ' +
        '--balance USDT=10000',
      'trades play money at the prices of a real exchange',
    ],
    [
      'tidemill accounts create --exchange sim --market-type spot --name play ' +
        '--balance USDT=10000 --balance BTC=0.5',
      '',
    ],
    [
      'tidemill accounts create --exchange sim --market-type spot --name play ' +
        '--balance USDT=10000 --fees-in received',
      'pays fees out of what it buys, as real exchanges mostly do',
    ],
  ],
  'accounts connect': [
    [
      'tidemill accounts connect --exchange CODE --market-type spot --name main',
      'asks for the key',
    ],
    [
      'tidemill accounts connect --exchange CODE --market-type futures --name main ' +
        '--credentials-file -',
      'reads it from standard input, as from a password manager',
    ],
  ],
  'accounts list': [['tidemill accounts list', '']],
  'accounts check': [['tidemill accounts check acc_01jd3f8k2m5q7r9t1v3x5z7b9c', '']],
  'accounts rotate': [
    ['tidemill accounts rotate acc_01jd3f8k2m5q7r9t1v3x5z7b9c', 'asks for the new key'],
  ],
  'accounts disconnect': [['tidemill accounts disconnect acc_01jd3f8k2m5q7r9t1v3x5z7b9c', '']],
  'accounts activate-bots': [
    ['tidemill accounts activate-bots acc_01jd3f8k2m5q7r9t1v3x5z7b9c', ''],
  ],
  'accounts deactivate-bots': [
    ['tidemill accounts deactivate-bots acc_01jd3f8k2m5q7r9t1v3x5z7b9c', ''],
  ],
  'accounts limits': [['tidemill accounts limits acc_01jd3f8k2m5q7r9t1v3x5z7b9c', '']],
  'accounts set-limits': [
    [
      'tidemill accounts set-limits acc_01jd3f8k2m5q7r9t1v3x5z7b9c --orders-per-minute 10 ' +
        '--limit USDT:order=500,loss=100',
      '',
    ],
  ],
  'accounts reset-losses': [['tidemill accounts reset-losses acc_01jd3f8k2m5q7r9t1v3x5z7b9c', '']],
  'exchanges list': [
    ['tidemill exchanges list', ''],
    ['tidemill exchanges list --capabilities', 'what each supports and promises'],
  ],
  'exchanges test': [['tidemill exchanges test sim', '']],
  'exchanges record': [
    ['tidemill exchanges record CODE --account ID --minutes 10', 'for a bug report'],
    ['tidemill exchanges record CODE --stop', ''],
  ],
  'exchanges probe': [
    ['tidemill exchanges probe CODE --test-net', 'asks for a key of the test net'],
  ],
  'partners create': [['tidemill partners create acme', 'of a user that exists']],
  'partners list': [['tidemill partners list', '']],
  'partners enable-exchange': [['tidemill partners enable-exchange acme sim', '']],
  'partners disable-exchange': [['tidemill partners disable-exchange acme sim', '']],
  'partners enable-market': [['tidemill partners enable-market acme SIM_BTC_USDT', '']],
  'partners disable-market': [['tidemill partners disable-market acme SIM_BTC_USDT', '']],
  'partners create-key': [
    ['tidemill partners create-key acme --name server --address 192.0.2.0/24', ''],
  ],
  'partners keys': [['tidemill partners keys acme', '']],
  'partners tariff': [['tidemill partners tariff acme --price active_bot=5 --currency USDC', '']],
};

/** What the help of a command ends with; empty without examples. */
export function examplesText(command: string): string {
  const examples = COMMAND_EXAMPLES[command] ?? [];
  if (examples.length === 0) return '';
  const lines = examples.map(([line, does]) =>
    does === '' ? `  ${line}` : `  ${line}\n      ${does}`,
  );
  return `\nExamples:\n${lines.join('\n')}`;
}
