// Streams of a market: what it trades at, at most once a second, and its minutes as they close. A
// ticker takes the place of the one before it: a reader that is behind gets the newest.

import type { MarketNews, MarketWatch } from '#services/history/watch-markets.ts';
import { marketWatch } from '#services/history/watch-markets.ts';
import type { EdgeDeps } from '#api/http/edge-deps.ts';
import { refuse, refuseFields } from '#api/http/responses/api-response.ts';
import { queryReader } from '#api/http/requests/query-reader.ts';
import type { RequestContext } from '#api/http/requests/request-context.ts';
import { finishFailed, finishRefused } from '#api/http/requests/request-context.ts';
import { candleToWire, marketTickerToWire } from '#api/schemas/candle.ts';
import type { OpenStream, OpenStreams } from '#api/streams/open-streams.ts';

export type MarketStreams = {
  /** Responds in every case; never throws. */
  open(this: void, context: RequestContext, queryText: string, params: Params): void;
};

type Params = Readonly<Record<string, string>>;

type Stream = {
  readonly open: OpenStream;
  /** What came while its reader took nothing. */
  waiting: string | null;
  leave: () => void;
};

type State = { readonly open: OpenStreams; readonly watch: MarketWatch };

const readQuery = queryReader({});

/** Streams of markets, none at first; a market is watched while anybody reads it. */
export function marketStreams(deps: EdgeDeps, open: OpenStreams): MarketStreams {
  const { log, timer } = deps.ports;
  const watch = marketWatch({ ...deps.services, log }, timer, (marketTag, error) =>
    log.error('market_stream.defect', { market_tag: marketTag, cause: String(error) }),
  );
  const state: State = { open, watch };
  return {
    open: (context, queryText, params) => {
      openStream(state, context, queryText, params).catch((error: unknown) =>
        finishFailed(context, error),
      );
    },
  };
}

async function openStream(
  state: State,
  context: RequestContext,
  queryText: string,
  { market_tag: marketTag = '' }: Params,
): Promise<void> {
  const query = readQuery(queryText);
  if (!query.ok) return finishRefused(context, refuseFields(query.rejection));
  const open = state.open.add(context, {
    onDrain: () => sendWaiting(state, stream),
    heartbeat: () => '',
    onEnd: () => stream.leave(),
  });
  if (open === null) return;
  const stream: Stream = { open, waiting: null, leave: () => undefined };
  try {
    await begin(state, stream, marketTag);
  } catch (error) {
    state.open.remove(open);
    throw error;
  }
}

async function begin(state: State, stream: Stream, marketTag: string): Promise<void> {
  const { open } = stream;
  const first: MarketNews[] = [];
  const watched = await state.watch.watch(marketTag, (news) => {
    if (open.isBegun) send(state, stream, news);
    else first.push(news);
  });
  if (!watched.ok) {
    state.open.remove(open);
    return finishRefused(
      open.context,
      watched.rejection === 'market_not_found'
        ? refuse('market_not_found', `There is no market "${marketTag}".`)
        : refuse('temporarily_unavailable', 'This process streams as many markets as it may.'),
    );
  }
  stream.leave = watched.value;
  // Its reader may have left meanwhile.
  if (open.context.response.destroyed) return watched.value();
  if (!state.open.begin(open, '\n')) return watched.value();
  for (const news of first) send(state, stream, news);
}

function send(state: State, stream: Stream, news: MarketNews): void {
  const { open } = stream;
  const text = textOf(news);
  if (open.stillSinceMs === null || news.kind === 'minute') return state.open.write(open, text);
  stream.waiting = text;
}

function sendWaiting(state: State, stream: Stream): void {
  const { waiting } = stream;
  stream.waiting = null;
  if (waiting !== null) state.open.write(stream.open, waiting);
}

const texts = new WeakMap<MarketNews, string>();

/** Written once for all readers of a market. */
function textOf(news: MarketNews): string {
  const known = texts.get(news);
  if (known !== undefined) return known;
  const text = `data: ${JSON.stringify({ type: news.kind, data: dataOf(news) })}\n\n`;
  texts.set(news, text);
  return text;
}

function dataOf(news: MarketNews): unknown {
  switch (news.kind) {
    case 'ticker':
      return marketTickerToWire(news.ticker);
    case 'minute':
      return candleToWire(news.candle);
    case 'interrupted':
      return { detail: news.reason };
  }
}
