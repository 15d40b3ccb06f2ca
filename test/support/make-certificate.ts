// A certificate that signs itself, for servers of tests: written by its grammar (RFC 5280), because
// Node reads certificates and makes none.

import { generateKeyPairSync, sign, X509Certificate } from 'node:crypto';

export type TestCertificate = { readonly cert: string; readonly key: string };

const SEQUENCE = 0x30;
const DAY_MS = 86_400_000;
/** 1.2.840.10045.4.3.2, ECDSA with SHA-256. */
const ALGORITHM = value(SEQUENCE, value(0x06, Buffer.from('2a8648ce3d040302', 'hex')));

/** For a name, or for an IPv4 address. */
export function makeCertificate(host: string): TestCertificate {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const nowMs = Date.now();
  const signed = value(
    SEQUENCE,
    value(0xa0, value(0x02, Buffer.from([2]))),
    value(0x02, Buffer.from([1])),
    ALGORITHM,
    nameOf(host),
    value(SEQUENCE, timeOf(nowMs - DAY_MS), timeOf(nowMs + DAY_MS)),
    nameOf(host),
    publicKey.export({ type: 'spki', format: 'der' }),
    value(0xa3, value(SEQUENCE, alternativeNames(host))),
  );
  const signature = Buffer.concat([Buffer.from([0]), sign('sha256', signed, privateKey)]);
  const certificate = value(SEQUENCE, signed, ALGORITHM, value(0x03, signature));
  const key = privateKey.export({ type: 'pkcs8', format: 'pem' });
  return { cert: new X509Certificate(certificate).toString(), key };
}

/** A tag, a length and what it has. */
function value(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  if (length < 0x80) return Buffer.concat([Buffer.from([tag, length]), content]);
  return Buffer.concat([Buffer.from([tag, 0x82, length >> 8, length & 0xff]), content]);
}

/** The common name alone. */
function nameOf(host: string): Buffer {
  const kind = value(0x06, Buffer.from('550403', 'hex'));
  return value(SEQUENCE, value(0x31, value(SEQUENCE, kind, value(0x0c, Buffer.from(host)))));
}

function timeOf(atMs: number): Buffer {
  const digits = new Date(atMs).toISOString().replaceAll(/[-:T]|\.\d+/g, '');
  return value(0x18, Buffer.from(digits));
}

/** What clients compare the host with. */
function alternativeNames(host: string): Buffer {
  const bytes = /^[\d.]+$/.test(host) ? Buffer.from(host.split('.').map(Number)) : null;
  const name = bytes === null ? value(0x82, Buffer.from(host)) : value(0x87, bytes);
  const kind = value(0x06, Buffer.from('551d11', 'hex'));
  return value(SEQUENCE, kind, value(0x04, value(SEQUENCE, name)));
}
