// A proxy that shows a service below a path: nginx where it is installed and the path is taken
// away, as its documentation has it; otherwise one of our own, which can pass the path on as well.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { removeFolder } from './remove-folder.ts';
import { makeSharedFolder } from './shared-folder.ts';
import { until } from './until.ts';

export type PathProxy = {
  readonly name: string;
  close(): Promise<void>;
};

export type ProxyTerms = {
  readonly port: number;
  /** Such as `/mill`. */
  readonly path: string;
  /** `http://127.0.0.1:PORT` of the service. */
  readonly target: string;
  readonly isPathPassedOn: boolean;
};

const NGINX = '/usr/sbin/nginx';

export async function startPathProxy(terms: ProxyTerms): Promise<PathProxy> {
  return !terms.isPathPassedOn && existsSync(NGINX) ? startNginx(terms) : startOwn(terms);
}

async function startNginx({ port, path: place, target }: ProxyTerms): Promise<PathProxy> {
  const folder = makeSharedFolder('tidemill-nginx-');
  const file = path.join(folder, 'nginx.conf');
  writeFileSync(
    file,
    `daemon off; master_process off; pid ${folder}/pid; error_log stderr warn;
events {}
http {
  access_log off;
  client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/f; uwsgi_temp_path ${folder}/u; scgi_temp_path ${folder}/s;
  server {
    listen 127.0.0.1:${port};
    location ${place}/ {
      proxy_pass ${target}/;
      proxy_http_version 1.1;
      proxy_set_header Host $http_host;
      proxy_set_header Connection "";
      proxy_buffering off;
    }
  }
}
`,
  );
  const child = spawn(NGINX, ['-c', file, '-p', folder], { stdio: 'ignore' });
  const url = `http://127.0.0.1:${port}${place}/healthz`;
  await until('nginx serves', async () => (await fetch(url).catch(() => null))?.ok === true);
  return {
    name: 'nginx',
    async close() {
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      await gone;
      await removeFolder(folder);
    },
  };
}

async function startOwn({ port, path: place, target, isPathPassedOn }: ProxyTerms) {
  const server = createServer((incoming, response) => {
    const address = incoming.url ?? '';
    if (!address.startsWith(`${place}/`)) {
      response.writeHead(404).end('not below the path');
      return;
    }
    pass(incoming, response, target + (isPathPassedOn ? address : address.slice(place.length)));
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    name: `own at ${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      const closed = once(server, 'close');
      server.close();
      await closed;
    },
  };
}

function pass(incoming: IncomingMessage, response: ServerResponse, url: string): void {
  const { method, headers } = incoming;
  const upstream = request(url, { method, headers }, (reply) => {
    response.writeHead(reply.statusCode ?? 502, reply.headers);
    reply.pipe(response);
  });
  upstream.on('error', () => response.destroy());
  response.on('close', () => upstream.destroy());
  incoming.pipe(upstream);
}
