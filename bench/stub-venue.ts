// A venue for `npm run bench:venues`, in a process of its own so that its work is not measured: the
// replies of Binance spot, as large as the real ones, after a delay where a path has one. It checks
// nothing.

import { createServer } from 'node:http';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebSocketServer } from 'ws';

const MARKETS_COUNT = 3_000;
/** Reads wait so long, so that they queue. */
const READ_DELAY_MS = 100;

const sockets = new WebSocketServer({ noServer: true });
sockets.on('connection', (socket) => {
  socket.on('message', (frame: Buffer) => {
    const { id } = JSON.parse(frame.toString()) as { readonly id: string };
    socket.send(JSON.stringify({ id, status: 200, result: { subscriptionId: 0 } }));
  });
});

const markets = JSON.stringify({
  timezone: 'UTC',
  symbols: Array.from({ length: MARKETS_COUNT }, (_, index) => market(index)),
});

const server = createServer((request, response) => {
  void reply(request).then(
    (body) => response.writeHead(200, { 'content-type': 'application/json' }).end(body),
    () => response.destroy(),
  );
});
server.on('upgrade', (request, socket, head) =>
  sockets.handleUpgrade(request, socket, head, (accepted) =>
    sockets.emit('connection', accepted, request),
  ),
);
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`${(server.address() as AddressInfo).port}\n`);
});

async function reply(request: IncomingMessage): Promise<string> {
  const [path = ''] = (request.url ?? '').split('?');
  let body = '';
  for await (const chunk of request) body += String(chunk);
  if (path.endsWith('/time')) return JSON.stringify({ serverTime: Date.now() });
  if (path.endsWith('/exchangeInfo')) return markets;
  if (request.method === 'POST') return order(new URLSearchParams(body));
  await new Promise<void>((resolve) => void setTimeout(resolve, READ_DELAY_MS));
  if (path.endsWith('/account')) return account();
  return '[]';
}

function order(words: URLSearchParams): string {
  const atMs = Date.now();
  return JSON.stringify({
    symbol: words.get('symbol'),
    orderId: 28,
    orderListId: -1,
    clientOrderId: words.get('newClientOrderId'),
    transactTime: atMs,
    price: words.get('price'),
    origQty: words.get('quantity'),
    executedQty: '0.00000000',
    origQuoteOrderQty: '0.000000',
    cummulativeQuoteQty: '0.00000000',
    status: 'NEW',
    timeInForce: 'GTC',
    type: words.get('type'),
    side: words.get('side'),
    workingTime: atMs,
    selfTradePreventionMode: 'NONE',
    fills: [],
  });
}

function account(): string {
  const balances = ['BTC', 'USDT', 'BNB'].map((asset) => ({ asset, free: '1.0', locked: '0.0' }));
  return JSON.stringify({ uid: 1, canTrade: true, updateTime: Date.now(), balances });
}

function market(index: number): object {
  const baseAsset = index === 0 ? 'BTC' : `COIN${index}`;
  return {
    symbol: `${baseAsset}USDT`,
    status: 'TRADING',
    baseAsset,
    baseAssetPrecision: 8,
    quoteAsset: 'USDT',
    quotePrecision: 8,
    quoteAssetPrecision: 8,
    orderTypes: ['LIMIT', 'LIMIT_MAKER', 'MARKET', 'STOP_LOSS', 'TAKE_PROFIT_LIMIT'],
    icebergAllowed: true,
    ocoAllowed: true,
    isSpotTradingAllowed: true,
    isMarginTradingAllowed: false,
    filters: [
      { filterType: 'PRICE_FILTER', minPrice: '0.01', maxPrice: '1000000.00', tickSize: '0.01' },
      { filterType: 'LOT_SIZE', minQty: '0.00001', maxQty: '9000.00', stepSize: '0.00001' },
      { filterType: 'ICEBERG_PARTS', limit: 10 },
      { filterType: 'MARKET_LOT_SIZE', minQty: '0.00', maxQty: '100.00', stepSize: '0.00' },
      {
        filterType: 'NOTIONAL',
        minNotional: '5.00',
        applyMinToMarket: true,
        maxNotional: '9000000.00',
      },
      { filterType: 'MAX_NUM_ORDERS', maxNumOrders: 200 },
    ],
    permissionSets: [],
    defaultSelfTradePreventionMode: 'EXPIRE_MAKER',
  };
}
