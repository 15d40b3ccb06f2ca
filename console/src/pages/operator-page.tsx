// The state of the installation, for its owners: processes, queues, exchanges, database, and what
// was slow.

import type { Exchange, Installation, ServiceProcess, SlowRequest } from '@tidemill/client';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '../api/api.ts';
import { exchangesQuery } from '../api/queries.ts';
import { formatBytes, formatCount, formatSpan } from '../parts/format-amount.ts';
import { Empty, Loaded } from '../parts/states.tsx';
import { Figure, Panel, Time } from '../parts/widgets.tsx';
import { PartnersPanel } from './partners-panel.tsx';
import { ProcessFigures } from './process-figures.tsx';

const REFRESH_MS = 10_000;

const installationQuery = queryOptions({
  queryKey: ['installation'],
  queryFn: ({ signal }) => api.getInstallation({}, { signal }),
  refetchInterval: REFRESH_MS,
});

export function OperatorPage() {
  const installation = useQuery(installationQuery);
  return (
    <div className="page">
      <header className="page-head">
        <div>
          <h1>Operator</h1>
          <p>The installation as a whole, as it was seconds ago.</p>
        </div>
      </header>
      <Loaded query={installation} lines={10}>
        {(of) => (
          <>
            <Overview of={of} />
            <Processes processes={of.processes} />
            <PartnersPanel />
            <div className="grid-2">
              <Queues queues={of.queues} />
              <Exchanges />
            </div>
            <div className="grid-2">
              <Database database={of.database} />
              <SlowRequests requests={of.slow_requests} />
            </div>
          </>
        )}
      </Loaded>
    </div>
  );
}

function Overview({ of }: { readonly of: Installation }) {
  const versions = [...new Set(of.processes.map(({ version }) => version))];
  const silentCount = of.processes.filter((process) => process.is_silent).length;
  const { database } = of;
  const waiting = of.queues.reduce((sum, queue) => sum + queue.waiting_count, 0);
  return (
    <section className="panel" aria-label="Overview">
      <dl className="figures">
        <Figure label={versions.length > 1 ? 'Versions' : 'Version'}>{versions.join(', ')}</Figure>
        <Figure label="Processes">
          {of.processes.length}
          {silentCount > 0 ? <span className="unit fall"> {silentCount} silent</span> : null}
        </Figure>
        <Figure label="Jobs waiting">{waiting}</Figure>
        <Figure label="Database">
          {formatBytes(database.size_bytes)}
          <span className="unit">
            {' '}
            {database.connections} of {database.connections_max} connections
          </span>
        </Figure>
      </dl>
    </section>
  );
}

const ROLES = {
  api: 'API',
  worker: 'Backtests and labs',
  bots: 'Bots',
  venues: 'Exchanges',
} as const;

function Processes({ processes }: { readonly processes: readonly ServiceProcess[] }) {
  return (
    <Panel title="Processes">
      <div className="scroll">
        <table className="table">
          <thead>
            <tr>
              <th>Process</th>
              <th className="wide-only">Machine</th>
              <th className="right">Memory</th>
              <th className="right wide-only">Delay</th>
              <th className="right wide-only">Running for</th>
              <th className="right">State</th>
            </tr>
          </thead>
          <tbody>
            {processes.map((process) => (
              <tr key={process.process_id}>
                <td>
                  {ROLES[process.role]}
                  <ProcessFigures figures={process.figures} title={ROLES[process.role]} />
                </td>
                <td className="wide-only soft">
                  {process.host}
                  <div className="faint">process {process.os_process_id}</div>
                </td>
                <td className="right">{formatBytes(process.resident_bytes)}</td>
                <td className="right wide-only">{process.loop_delay_ms} ms</td>
                <td className="right wide-only soft">{formatSpan(process.started_at)}</td>
                <td className="right">
                  {process.is_silent ? (
                    <>
                      <span className="tag tag-fall">Silent</span>
                      <div className="faint">
                        since <Time at={process.seen_at} ago />
                      </div>
                    </>
                  ) : (
                    <span className="tag tag-rise">Running</span>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Panel>
  );
}

const QUEUES: { readonly [queue: string]: string } = {
  backtest: 'Backtests',
  lab_plan: 'Plans of labs',
  lab_slice: 'Slices of labs',
};

function Queues({ queues }: { readonly queues: Installation['queues'] }) {
  return (
    <Panel title="Queues">
      <table className="table">
        <thead>
          <tr>
            <th>Queue</th>
            <th className="right">Waiting</th>
            <th className="right">Running</th>
            <th className="right">Oldest</th>
          </tr>
        </thead>
        <tbody>
          {queues.map((queue) => (
            <tr key={queue.queue}>
              <td>{QUEUES[queue.queue] ?? queue.queue}</td>
              <td className="right">{formatCount(queue.waiting_count)}</td>
              <td className="right">{formatCount(queue.running_count)}</td>
              <td className="right soft">
                {queue.waiting_count === 0 ? '–' : `${Math.round(queue.oldest_seconds)} s`}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  );
}

function Exchanges() {
  const exchanges = useQuery({ ...exchangesQuery, refetchInterval: 3 * REFRESH_MS });
  return (
    <Panel title="Exchanges">
      <Loaded query={exchanges}>
        {({ data }) => (
          <table className="table">
            <thead>
              <tr>
                <th>Exchange</th>
                <th className="right">Markets</th>
                <th className="right">State</th>
              </tr>
            </thead>
            <tbody>
              {data.map((exchange) => (
                <ExchangeRow key={exchange.exchange} exchange={exchange} />
              ))}
            </tbody>
          </table>
        )}
      </Loaded>
    </Panel>
  );
}

function ExchangeRow({ exchange }: { readonly exchange: Exchange }) {
  return (
    <tr>
      <td>{exchange.name}</td>
      <td className="right">{formatCount(exchange.markets_count)}</td>
      <td className="right">
        <ExchangeState exchange={exchange} />
      </td>
    </tr>
  );
}

function ExchangeState({ exchange }: { readonly exchange: Exchange }) {
  if (exchange.is_open) return <span className="tag tag-rise">Open</span>;
  if (exchange.reach === 'unused') return <span className="tag">Not used</span>;
  if (exchange.reach === 'starting') return <span className="tag">Connecting</span>;
  // Where nothing was imported there is nothing to trade.
  if (exchange.markets_count === 0) return <span className="tag">No markets</span>;
  return <span className="tag tag-fall">Not reached</span>;
}

function Database({ database }: { readonly database: Installation['database'] }) {
  return (
    <Panel
      title="Largest tables"
      side={<span className="hint">PostgreSQL {database.version}</span>}
    >
      <table className="table table-dense">
        <thead>
          <tr>
            <th>Table</th>
            <th className="right">Rows, about</th>
            <th className="right">Size</th>
          </tr>
        </thead>
        <tbody>
          {database.tables.map(({ table, rows, bytes }) => (
            <tr key={table}>
              <td className="mono" style={{ overflowWrap: 'anywhere' }}>
                {table}
              </td>
              <td className="right soft">{formatCount(rows)}</td>
              <td className="right">{formatBytes(bytes)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  );
}

function SlowRequests({ requests }: { readonly requests: readonly SlowRequest[] }) {
  return (
    <Panel title="Slow requests">
      {requests.length === 0 ? (
        <Empty title="No slow requests">Requests that take a second or more appear here.</Empty>
      ) : (
        <table className="table table-dense">
          <thead>
            <tr>
              <th>When</th>
              <th>Request</th>
              <th className="right">Took</th>
            </tr>
          </thead>
          <tbody>
            {requests.map((request) => (
              <tr key={request.request_id}>
                <td className="soft">
                  <Time at={request.at} />
                </td>
                <td title={`Request ${request.request_id}`}>
                  {request.operation} <span className="faint">{request.status}</span>
                </td>
                <td className="right">{(request.duration_ms / 1_000).toFixed(1)} s</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Panel>
  );
}
