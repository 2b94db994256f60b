import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { ListenerKind } from '#contract/station/diagnostics.ts';
import { connectTime } from './tcp-connect.ts';

const LIMIT = 1_500;
const MOST_BYTES = 65_536;

/** What listens on a port of this computer, where `expected` should. A text protocol cannot be recognised: an open port is taken for it. */
export async function listenerAt(host: string, port: number, expected: ListenerKind): Promise<ListenerKind> {
  if (typeof (await connectTime(host, port, LIMIT)) !== 'number') return 'none';
  if (expected === 'text-protocol') return expected;
  for (const scheme of ['http', 'https'] as const) {
    const kind = await kindAt(`${scheme}://${host.includes(':') ? `[${host}]` : host}:${port}`);
    if (kind) return kind;
  }
  return 'other';
}

async function kindAt(origin: string): Promise<ListenerKind | undefined> {
  if (/^\s*\{"status":"live"\}\s*$/.test((await textAt(`${origin}/healthz/live`)) ?? '')) return 'controller';
  return /<title>Strobe\b/.test((await textAt(`${origin}/`)) ?? '') ? 'page' : undefined;
}

/** The beginning of the answer, whatever its status; undefined without one. */
function textAt(url: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    // The certificate is checked elsewhere, and nothing secret is sent.
    const options = { timeout: LIMIT, agent: false, rejectUnauthorized: false };
    const sent = (url.startsWith('https:') ? httpsRequest : httpRequest)(url, options, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (part: string) => {
        text += part;
        if (text.length > MOST_BYTES) response.destroy();
      });
      response.on('close', () => resolve(text));
    });
    sent.on('timeout', () => sent.destroy());
    sent.on('error', () => resolve(undefined));
    sent.end();
  });
}
