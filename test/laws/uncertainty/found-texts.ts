// Data: messages as documents of others have them, each with its one meaning by the rule.

import type { TextsOfSource } from './judge.ts';

export const FOUND_TEXTS: readonly TextsOfSource[] = [
  {
    source: 'https://www.tradingview.com/support/solutions/43000481368',
    texts: [
      [
        'MACD Strategy (12, 26, 9): order buy @ 0.5 filled on BTCUSDT. New strategy position is 0.5',
        'buy',
      ],
      [
        'MACD Strategy (12, 26, 9): order sell @ 0.5 filled on BTCUSDT. New strategy position is 0',
        'exit_position',
      ],
      [
        'MACD Strategy (12, 26, 9): order sell @ 1 filled on BTCUSDT. New strategy position is -0.5',
        'sell',
      ],
      [
        'MACD Strategy (12, 26, 9): order buy @ 1 filled on BTCUSDT. New strategy position is 0.5',
        'buy',
      ],
      [
        'MACD Strategy (12, 26, 9): order sell @ 0.003 filled on BTCUSDT. New strategy position is 0.004',
        'exit_long 0.003/0.007',
      ],
      [
        'MACD Strategy (12, 26, 9): order buy @ 0.003 filled on BTCUSDT. New strategy position is -0.004',
        'exit_short 0.003/0.007',
      ],
      [
        'MACD Strategy (12, 26, 9): order buy @ 0.5 filled on ETHUSDT.P. New strategy position is 0',
        'exit_position',
      ],
      ['Supertrend Strategy: order buy @ 2 filled on BTCUSDT. New strategy position is 5', 'buy'],
      [
        'Supertrend Strategy: order sell @ 2 filled on BTCUSDT. New strategy position is -5',
        'sell',
      ],
      [
        'Buy the Dip (14, close): order sell @ 0.5 filled on BTCUSDT. New strategy position is 0',
        'exit_position',
      ],
      [
        'Long/Short EMA Cross (9, 21): order buy @ 0.5 filled on BTCUSDT. New strategy position is 0.5',
        'buy',
      ],
      [
        'Short Squeeze: order sell @ 10 filled on LONGUSDT. New strategy position is 30',
        'exit_long 10/40',
      ],
      ['order buy @ 1 filled on SELLUSDT. New strategy position is 1', 'buy'],
      ['order sell @ 1 filled on BUYUSDT. New strategy position is 0', 'exit_position'],
      [
        'MACD Strategy (12, 26, 9): order sell @ 1 filled on VENUE:1000SHIBUSDT.P. New strategy position is -1',
        'sell',
      ],
      [
        'MACD Strategy (12, 26, 9): order Buy @ 0.5 filled on BTCUSDT. New strategy position is 0.5',
        'buy',
      ],
      [
        'MACD Strategy (12, 26, 9): order sell @ 0.5 filled on BTCUSDT. New strategy position is 0\n',
        'exit_position',
      ],
      ['order sell @ 0.5 filled on BTCUSDT', 'exit_long'],
      ['order buy @ 0.5 filled on BTCUSDT', 'buy'],
      ['RSI Strategy: order sell @ 1 filled on ETHUSD', 'exit_long'],
      ['{{strategy.order.action}}', 'refuse'],
      [
        'order {{strategy.order.action}} @ {{strategy.order.contracts}} filled on {{ticker}}. New strategy position is {{strategy.position_size}}',
        'refuse',
      ],
      ['order buy @ 1 filled on {{ticker}}. New strategy position is 1', 'refuse'],
      [
        'MACD Strategy (12, 26, 9): order sell @ 1 filled on BTCUSDT. New strategy position is NaN',
        'refuse',
      ],
      [
        'MACD Strategy (12, 26, 9): order sell @ 1 filled on BTCUSDT. New strategy position is ',
        'refuse',
      ],
      [
        'MACD Strategy (12, 26, 9): order sell @ 1 filled on BTCUSDT. New strategy position is flat',
        'exit_position',
      ],
      [
        'MACD Strategy (12, 26, 9): order sell @ NaN filled on BTCUSDT. New strategy position is 0',
        'refuse',
      ],
      [
        'MACD Strategy (12, 26, 9): order buy @ 1 filled on BTCUSDT. New strategy position is 1\nMACD Strategy (12, 26, 9): order sell @ 1 filled on BTCUSDT. New strategy position is 0',
        'refuse',
      ],
      [
        'MACD Strategy (12, 26, 9): order buy @ 1 filled on BTCUSDT. New strategy position is 1 MACD Strategy (12, 26, 9): order sell @ 1 filled on BTCUSDT. New strategy position is 0',
        'refuse',
      ],
      [
        'MACD Strategy (12, 26, 9): order hold @ 1 filled on BTCUSDT. New strategy position is 1',
        'refuse',
      ],
      [
        'MACD Strategy (12, 26, 9): order buy or sell @ 1 filled on BTCUSDT. New strategy position is 1',
        'refuse',
      ],
      ['order buy filled on BTCUSDT', 'refuse'],
      ['New strategy position is 0', 'refuse'],
      ['New strategy position is 0.004', 'refuse'],
      ['BTCUSDT Crossing 62,000.00', 'refuse'],
      ['BTCUSDT, 15 Crossing Up 62000', 'refuse'],
      ['BTCUSDT Less Than 100, sell', 'refuse'],
      ['Alert on BTCUSDT', 'refuse'],
      ['{{strategy.order.alert_message}}', 'refuse'],
      ['{{plot("RSI")}}', 'refuse'],
      ['{{close}}, {{ticker}}: buy', 'refuse'],
    ],
  },
  {
    source: 'https://docs.traderspost.io/docs/core-concepts/webhooks',
    texts: [
      ['{"ticker": "AMD", "action": "buy"}', 'buy'],
      ['{"ticker": "AMD", "action": "sell"}', 'sell'],
      [
        '{\n    "ticker": "AMD",\n    "action": "buy",\n    "signalPrice": 143.12,\n    "quantity": 1,\n    "takeProfit": {\n        "percent": 10\n    },\n    "stopLoss": {\n        "type": "stop",\n        "percent": 5\n    }\n}',
        'buy',
      ],
      ['{"ticker":"MNQ","action":"exit"}', 'refuse'],
      ['{"ticker":"MNQ","action":"cancel"}', 'refuse'],
      ['{"ticker":"MNQ","action":"add"}', 'refuse'],
      ['{"ticker":"MNQ","action":"sell","sentiment":"flat"}', 'exit_position'],
      ['{"ticker":"MNQ","action":"buy","sentiment":"flat"}', 'exit_position'],
      ['{"ticker":"MNQ","action":"buy","sentiment":"long","quantity":"2"}', 'buy'],
      ['{"ticker":"MNQ","action":"sell","sentiment":"short"}', 'sell'],
      ['{"ticker":"MNQ","action":"sell","sentiment":"bearish"}', 'sell'],
      ['{"ticker":"MNQ","action":"buy","sentiment":"bullish"}', 'buy'],
      ['{"ticker":"MNQ","action":"buy","sentiment":"bearish"}', 'refuse'],
      ['{"ticker":"MNQ","action":"sell","sentiment":"long"}', 'refuse'],
      [
        '{"ticker":"{{ticker}}","action":"{{strategy.order.action}}","sentiment":"{{strategy.market_position}}"}',
        'refuse',
      ],
      ['{"ticker":"{{ticker}}","action":"buy","price":"{{close}}","time":"{{timenow}}"}', 'refuse'],
      ['{"ticker":"AMD","action":"buy","quantityType":"percent_of_equity","quantity":10}', 'buy'],
      [
        '{"ticker":"AMD","action":"exit_long","quantityType":"percent_of_position","quantity":50}',
        'refuse',
      ],
    ],
  },
  {
    source: 'https://help.3commas.io/en/articles/9374557-signal-bot-json-file-for-strategy-type',
    texts: [
      [
        '{"secret": "token", "max_lag": "300", "timestamp": "2026-11-28T10:00:00Z", "trigger_price": "62000.5", "tv_exchange": "VENUE", "tv_instrument": "BTCUSDT", "action": "buy", "bot_uuid": "0f0f", "strategy_info": {"market_position": "long", "market_position_size": "0.5", "prev_market_position": "flat", "prev_market_position_size": "0"}, "order": {"amount": "0.5", "currency_type": "base"}}',
        'buy',
      ],
      [
        '{"secret": "token", "max_lag": "300", "timestamp": "2026-11-28T10:00:00Z", "trigger_price": "62000.5", "tv_exchange": "VENUE", "tv_instrument": "BTCUSDT", "action": "sell", "bot_uuid": "0f0f", "strategy_info": {"market_position": "flat", "market_position_size": "0", "prev_market_position": "long", "prev_market_position_size": "0.5"}, "order": {"amount": "0.5", "currency_type": "base"}}',
        'exit_position',
      ],
      [
        '{"secret": "token", "max_lag": "300", "timestamp": "2026-11-28T10:00:00Z", "trigger_price": "62000.5", "tv_exchange": "VENUE", "tv_instrument": "BTCUSDT", "action": "buy", "bot_uuid": "0f0f", "strategy_info": {"market_position": "flat", "market_position_size": "0", "prev_market_position": "short", "prev_market_position_size": "0.5"}, "order": {"amount": "0.5", "currency_type": "base"}}',
        'exit_position',
      ],
      [
        '{"secret": "token", "max_lag": "300", "timestamp": "2026-11-28T10:00:00Z", "trigger_price": "62000.5", "tv_exchange": "VENUE", "tv_instrument": "BTCUSDT", "action": "sell", "bot_uuid": "0f0f", "strategy_info": {"market_position": "short", "market_position_size": "0.5", "prev_market_position": "long", "prev_market_position_size": "0.5"}, "order": {"amount": "0.5", "currency_type": "base"}}',
        'sell',
      ],
      [
        '{"secret": "token", "max_lag": "300", "timestamp": "2026-11-28T10:00:00Z", "trigger_price": "62000.5", "tv_exchange": "VENUE", "tv_instrument": "BTCUSDT", "action": "buy", "bot_uuid": "0f0f", "strategy_info": {"market_position": "long", "market_position_size": "0.5", "prev_market_position": "short", "prev_market_position_size": "0.5"}, "order": {"amount": "0.5", "currency_type": "base"}}',
        'buy',
      ],
      [
        '{"secret": "token", "max_lag": "300", "timestamp": "2026-11-28T10:00:00Z", "trigger_price": "62000.5", "tv_exchange": "VENUE", "tv_instrument": "BTCUSDT", "action": "sell", "bot_uuid": "0f0f", "strategy_info": {"market_position": "long", "market_position_size": "0.5", "prev_market_position": "long", "prev_market_position_size": "1"}, "order": {"amount": "0.5", "currency_type": "base"}}',
        'exit_long 0.5/1',
      ],
      [
        '{"secret": "token", "max_lag": "300", "timestamp": "2026-11-28T10:00:00Z", "trigger_price": "62000.5", "tv_exchange": "VENUE", "tv_instrument": "BTCUSDT", "action": "buy", "bot_uuid": "0f0f", "strategy_info": {"market_position": "short", "market_position_size": "0.25", "prev_market_position": "short", "prev_market_position_size": "1"}, "order": {"amount": "0.5", "currency_type": "base"}}',
        'exit_short 0.75/1',
      ],
      [
        '{"secret": "token", "max_lag": "300", "timestamp": "2026-11-28T10:00:00Z", "trigger_price": "62000.5", "tv_exchange": "VENUE", "tv_instrument": "BTCUSDT", "action": "buy", "bot_uuid": "0f0f", "strategy_info": {"market_position": "long", "market_position_size": "1", "prev_market_position": "long", "prev_market_position_size": "0.5"}, "order": {"amount": "0.5", "currency_type": "base"}}',
        'buy',
      ],
      [
        '{"secret": "token", "max_lag": "300", "timestamp": "2026-11-28T10:00:00Z", "trigger_price": "62000.5", "tv_exchange": "VENUE", "tv_instrument": "BTCUSDT", "action": "sell", "bot_uuid": "0f0f", "strategy_info": {"market_position": "long", "market_position_size": "1", "prev_market_position": "long", "prev_market_position_size": "0.5"}, "order": {"amount": "0.5", "currency_type": "base"}}',
        'refuse',
      ],
      [
        '{"secret": "token", "max_lag": "300", "timestamp": "2026-11-28T10:00:00Z", "trigger_price": "62000.5", "tv_exchange": "VENUE", "tv_instrument": "BTCUSDT", "action": "sell", "bot_uuid": "0f0f", "strategy_info": {"market_position": "long", "market_position_size": "0.5", "prev_market_position": "flat", "prev_market_position_size": "0"}, "order": {"amount": "0.5", "currency_type": "base"}}',
        'refuse',
      ],
      [
        '{"secret": "token", "max_lag": "300", "timestamp": "2026-11-28T10:00:00Z", "trigger_price": "62000.5", "tv_exchange": "VENUE", "tv_instrument": "BTCUSDT", "action": "sell", "bot_uuid": "0f0f", "strategy_info": {"market_position": "long", "market_position_size": "", "prev_market_position": "long", "prev_market_position_size": "1"}, "order": {"amount": "0.5", "currency_type": "base"}}',
        'refuse',
      ],
      [
        '{"secret": "token", "max_lag": "300", "timestamp": "2026-11-28T10:00:00Z", "trigger_price": "62000.5", "tv_exchange": "VENUE", "tv_instrument": "BTCUSDT", "action": "{{strategy.order.action}}", "bot_uuid": "0f0f", "strategy_info": {"market_position": "flat", "market_position_size": "0", "prev_market_position": "long", "prev_market_position_size": "1"}, "order": {"amount": "0.5", "currency_type": "base"}}',
        'refuse',
      ],
      [
        '{"secret": "token", "max_lag": "300", "timestamp": "2026-11-28T10:00:00Z", "trigger_price": "62000.5", "tv_exchange": "VENUE", "tv_instrument": "BTCUSDT", "action": "sell", "bot_uuid": "0f0f", "strategy_info": {"market_position": "", "market_position_size": "0", "prev_market_position": "long", "prev_market_position_size": "1"}, "order": {"amount": "0.5", "currency_type": "base"}}',
        'refuse',
      ],
      [
        '{"secret": "token", "max_lag": "300", "timestamp": "2026-11-28T10:00:00Z", "trigger_price": "62000.5", "tv_exchange": "VENUE", "tv_instrument": "BTCUSDT", "action": "sell", "bot_uuid": "0f0f", "strategy_info": {"market_position": "flat", "market_position_size": "0.5", "prev_market_position": "long", "prev_market_position_size": "1"}, "order": {"amount": "0.5", "currency_type": "base"}}',
        'refuse',
      ],
      [
        '{"secret": "token", "max_lag": "300", "timestamp": "2026-11-28T10:00:00Z", "trigger_price": "62000.5", "tv_exchange": "VENUE", "tv_instrument": "BTCUSDT", "action": "sell", "bot_uuid": "0f0f", "strategy_info": {"market_position": "closed", "market_position_size": "0", "prev_market_position": "long", "prev_market_position_size": "1"}, "order": {"amount": "0.5", "currency_type": "base"}}',
        'refuse',
      ],
      [
        '{"secret": "token", "max_lag": "300", "timestamp": "2026-11-28T10:00:00Z", "trigger_price": "62000.5", "tv_exchange": "VENUE", "tv_instrument": "BTCUSDT", "action": "sell", "bot_uuid": "0f0f", "strategy_info": {"market_position": "FLAT", "market_position_size": "0", "prev_market_position": "LONG", "prev_market_position_size": "1"}, "order": {"amount": "0.5", "currency_type": "base"}}',
        'exit_position',
      ],
      [
        '{"secret": "token", "max_lag": "300", "timestamp": "2026-11-28T10:00:00Z", "trigger_price": "62000.5", "tv_exchange": "VENUE", "tv_instrument": "BTCUSDT", "action": "close_at_market_price", "bot_uuid": "0f0f", "strategy_info": {"market_position": "flat", "market_position_size": "0", "prev_market_position": "long", "prev_market_position_size": "1"}, "order": {"amount": "0.5", "currency_type": "base"}}',
        'refuse',
      ],
    ],
  },
  {
    source:
      'https://help.3commas.io/en/articles/8894481-signal-bot-json-file-in-custom-signal-type',
    texts: [
      ['{"secret":"token","action":"enter_long","bot_uuid":"0f"}', 'enter_long'],
      ['{"secret":"token","action":"exit_long","bot_uuid":"0f"}', 'exit_long'],
      ['{"secret":"token","action":"enter_short","bot_uuid":"0f"}', 'enter_short'],
      ['{"secret":"token","action":"exit_short","bot_uuid":"0f"}', 'exit_short'],
      [
        '{"message_type":"bot","bot_id":1,"email_token":"t","delay_seconds":0,"pair":"USDT_BTC"}',
        'refuse',
      ],
      [
        '{"message_type":"bot","bot_id":1,"email_token":"t","action":"close_at_market_price","pair":"USDT_BTC"}',
        'refuse',
      ],
      ['{"action":"close_at_market_price_all"}', 'refuse'],
      ['{"action":"add_funds_in_quote"}', 'refuse'],
      ['{"action":"start_bot"}', 'refuse'],
      ['{"action":"disable"}', 'refuse'],
      ['{"action":"enter_long","order":{"amount":"100","currency_type":"quote"}}', 'enter_long'],
      [
        '{"action":"exit_long","order":{"amount":"50","currency_type":"position_percent"}}',
        'refuse',
      ],
    ],
  },
  {
    source: 'in the form of https://docs.pineconnector.com/syntax',
    texts: [
      ['60123456789,buy,AUDUSD,risk=0.1', 'refuse'],
      ['60123456789,sell,GBPJPY,sl=50,risk=1', 'refuse'],
      ['60123456789,closelong,GBPUSD', 'refuse'],
      ['60123456789, closelong , GBPUSD', 'refuse'],
      ['LicenseID,long,US30.Cash,risk=1', 'refuse'],
      ['60123456789,buystop,EURUSD,price=1.1,risk=1', 'refuse'],
      ['60123456789,cancelshort,EURUSD', 'refuse'],
      ['60123456789,closelongbuy,EURUSD,risk=1', 'refuse'],
      ['60123456789,newsltplong,EURUSD,sl=10', 'refuse'],
    ],
  },
  {
    source:
      'in the form of https://use.autoview.com/hc/en-us/articles/36684340009741-Building-Autoview-commands-A-comprehensive-guide',
    texts: [
      ['e=venue s=BTCUSDT b=buy q=10% t=market', 'refuse'],
      ['e=venue s=BTCUSDT c=position t=market', 'refuse'],
      ['c=order b=long | b=short q=5', 'refuse'],
      ['s=xbtusd b=sell q=1000\ns=xbtusd c=position', 'refuse'],
      ['b=buy', 'refuse'],
      ['b=long q=1 tp=5% & sl=2%', 'refuse'],
      ['c=position b=short', 'refuse'],
    ],
  },
  {
    source:
      'in the form of https://docs.infinityalgo.com/trading-guide/trading-guide/automating-infinity-algo-alerts-via-wundertrading',
    texts: [
      ['Enter-Long', 'refuse'],
      ['Exit-All', 'refuse'],
      ['ENTER-LONG_VENUE_BTCUSDT_BOT-NAME-X1_5M', 'refuse'],
      [
        '{"code":"ENTER-LONG_VENUE_BTCUSDT","orderType":"market","amountPerTradeType":"quote"}',
        'refuse',
      ],
      ['{"action":"Enter-Long"}', 'refuse'],
      ['{"action":"exit-all"}', 'refuse'],
      ['{"action":"EXIT LONG"}', 'refuse'],
    ],
  },
  {
    source: 'in the form of https://github.com/germangar/whook/issues/19',
    texts: [
      ['whook BTCUSDT buy 0.01 x50', 'refuse'],
      ['whook BTCUSDT pos 0 x50', 'refuse'],
      ['whook {{ticker}} {{strategy.order.action}}  {{strategy.order.contracts}} x50', 'refuse'],
      ['whook {{ticker}} pos {{strategy.position_size}} x50', 'refuse'],
      ['whook BTCUSDT sell 50% x5', 'refuse'],
      ['whook BTCUSDT close', 'refuse'],
      ['whook BTCUSDT pos -0.5', 'refuse'],
      ['whook ETHUSDT buy 100$ x3\nwhook BTCUSDT sell 100$ x3', 'refuse'],
    ],
  },
  {
    source: 'https://github.com/thibaultyou/tradingview-alerts-processor',
    texts: [
      ['{ "stub": "dev", "direction": "long", "symbol": "ETH-PERP", "size": "50" }', 'refuse'],
      ['{ "stub": "dev", "direction": "close", "symbol": "ETH-PERP" }', 'refuse'],
      ['{ "stub": "dev", "direction": "close", "symbol": "ETH-PERP", "size": "50%" }', 'refuse'],
      [
        '{ "stub": "dev", "direction": "short", "symbol": "ETH-PERP", "size": "50", "mode": "reverse" }',
        'refuse',
      ],
      [
        '[{ "stub": "dev", "direction": "long", "symbol": "ETH-PERP", "size": "50" },{ "stub": "dev", "direction": "short", "symbol": "BTC-PERP", "size": "50" }]',
        'refuse',
      ],
    ],
  },
  {
    source: 'https://github.com/soranoo/TradingView-Free-Webhook-Alerts/issues/92',
    texts: [
      [
        'EXCHANGE=KUCOIN;\r\nSYMBOL=CRVUSDT;\r\nSIGNAL=sell;\r\nVOLUME=1.115;\r\nPRICE=0.9060\r\n',
        'refuse',
      ],
      ['EXCHANGE = KUCOIN;\\nSYMBOL = CRVUSDT;\\nSIGNAL = sell;\\nVOLUME = 1.071;', 'refuse'],
      ['SYMBOL=BTCUSDT;SIGNAL=BUY', 'refuse'],
      ['Signal: ""EXCHANGE=KUCOIN;SYMBOL=CRVUSDT;SIGNAL=sell""', 'refuse'],
    ],
  },
  {
    source: 'https://github.com/soranoo/TradingView-Free-Webhook-Alerts/issues/1',
    texts: [['{"c": "BUY", "t":"jgsTR36s14f#f$yh$fs258uee4!8H"}', 'refuse']],
  },
  {
    source: 'https://github.com/JulyIghor/QtBitcoinTrader/issues/265',
    texts: [
      ['{"text": "ETHUSD|BUY|A"}', 'refuse'],
      ['ETHUSD|BUY|A', 'refuse'],
    ],
  },
  {
    source: 'in the form of https://github.com/fabston/TradingView-Webhook-Bot/issues/10',
    texts: [
      ['SHORT Sell', 'refuse'],
      ['LONG Buy, TP1 62000, SL 58000', 'refuse'],
      [
        '{"key":"9T2q394M92","telegram":"-1001","discord":"x","msg":"Long *#BTCUSDT* at `62000`"}',
        'refuse',
      ],
      ['Long *#BTCUSDT* at `62000`', 'refuse'],
      ['Short *#ETHUSDT* at `3000` \u27a1\ufe0f TP 2900', 'refuse'],
    ],
  },
  {
    source: 'in the form of https://github.com/robswc/tradingview-webhooks-bot',
    texts: [
      ['{"key": "WebhookReceived:fcbd3d", "data": {"message": "I\'m a webhook!"}}', 'refuse'],
      [
        "{'type': 'market', 'side': 'buy', 'amount': 10, 'symbol': 'BTC/USD', 'price': 'None', 'key': 'x'}",
        'refuse',
      ],
      ['{"type":"limit","side":"sell","amount":10,"symbol":"BTC/USD","price":62000}', 'refuse'],
    ],
  },
  {
    source: 'https://github.com/legkvla/tradingview-webhook-mqtt',
    texts: [
      [
        '{"data":{"strategy-order-action":"buy","strategy-order-price":1.1234,"ticker":"EUR/USD","strategy-prev_market_position":"flat"},"key":"K"}',
        'refuse',
      ],
    ],
  },
  {
    source: 'in the form of https://github.com/lth-elm/tradingview-webhook-trading-bot',
    texts: [
      [
        '{"passphrase":"x","time":"2026-11-28T10:00:00Z","exchange":"VENUE","ticker":"BTCUSDT","order_action":"buy","order_price":"62000"}',
        'refuse',
      ],
      [
        '{"passphrase":"x","ticker":"BTCUSDT","strategy":{"position_size":0,"order_action":"sell","order_contracts":1,"market_position":"flat"}}',
        'refuse',
      ],
    ],
  },
  {
    source: 'https://github.com/Just-Trades13/Just-Trades',
    texts: [
      [
        '{"ticker":"NQ","price":21000.25,"action":"sell","market_position":"flat","position_size":0,"prev_position_size":1,"quantity":1,"strategy_name":"JADNQ"}',
        'exit_position',
      ],
      [
        '{"ticker":"NQ","price":21000.25,"action":"buy","market_position":"long","position_size":2,"prev_position_size":1,"quantity":1,"strategy_name":"JADNQ"}',
        'buy',
      ],
      [
        '{"ticker":"NQ","price":21000.25,"action":"sell","market_position":"long","position_size":1,"prev_position_size":2,"quantity":1,"strategy_name":"JADNQ"}',
        'exit_long 1/2',
      ],
      ['{"ticker":"NQ","price":{{close}},"action":"buy"}', 'refuse'],
      ['{"ticker":"NQ","price":NaN,"action":"buy"}', 'refuse'],
    ],
  },
  {
    source: 'https://github.com/netlify/open-api/issues/563',
    texts: [
      [
        '{ "id": "Long", "action": "buy", "marketPosition": "long", "prevMarketPosition": "flat", "marketPositionSize": "1" }',
        'buy',
      ],
      [
        '{ "id": "Close Long", "action": "sell", "marketPosition": "flat", "prevMarketPosition": "long", "marketPositionSize": "0", "prevMarketPositionSize": "1" }',
        'exit_position',
      ],
      [
        '{ "id": "TP1", "action": "sell", "marketPosition": "long", "prevMarketPosition": "long", "marketPositionSize": "3", "prevMarketPositionSize": "4" }',
        'exit_long 1/4',
      ],
      [
        '{ "id": "{{strategy.order.id}}", "action": "{{strategy.order.action}}", "marketPosition": "{{strategy.market_position}}" }',
        'refuse',
      ],
    ],
  },
  {
    source: 'https://github.com/alleyway/add-tradingview-alerts-tool/issues/116',
    texts: [
      ['coin: BTC\nside: buy\nexchange: venue', 'refuse'],
      ['coin:BTC\norder_type:market\naction:sell', 'refuse'],
    ],
  },
  {
    source: 'https://github.com/timelyart/Kairos/issues/27',
    texts: [['"{"key":"K","exchange":"venue","type":"buy"}"', 'refuse']],
  },
  {
    source: 'https://github.com/activepieces/activepieces/pull/9324',
    texts: [
      ['{"secret":"s","side":"buy","qty_mode":"percent","qty":10,"client_order_id":"a"}', 'refuse'],
    ],
  },
  {
    source: 'https://trade-hub.gitbook.io/discord-bot/submit-crypto-trades-on-discord/triggers',
    texts: [
      ['BTO BTC 62000', 'refuse'],
      ['STC ETH 3000', 'refuse'],
      ['Sell to Close BTC', 'refuse'],
      ['Closing long BTC', 'refuse'],
      ['Going short ETH', 'refuse'],
      ['Selling half of my BTC', 'refuse'],
    ],
  },
  {
    source: 'https://github.com/flyingunicorn222/midnight',
    texts: [
      ['LUCK: LONG BTCUSD 4H', 'refuse'],
      ['LUCK: SHORT BTCUSD 4H', 'refuse'],
      ['LUCK: CLOSE-LONG BTCUSD 4H', 'refuse'],
      ['LUCK: REVERSE-LONG BTCUSD 4H', 'refuse'],
    ],
  },
];
