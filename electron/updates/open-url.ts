import { request as requestHttp, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import { rootCertificates } from 'node:tls';
import { UpdateRefusal } from './update-refusal.ts';

const MAX_REDIRECTS = 5;

export interface UrlRequest {
  headers: Record<string, string>;
  /** PEM certificates of authorities that are trusted in addition to the public ones; empty for none. */
  authorities: string;
  signal: AbortSignal;
}

/**
 * Requests an address and resolves with the answer, whose body the caller reads or destroys. Follows few redirects, and none from an encrypted address to one that
 * is not. Rejects with an `UpdateRefusal` for such a redirect, otherwise with the system's error.
 */
export async function openUrl(address: string, options: UrlRequest): Promise<IncomingMessage> {
  let url = new URL(address);
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    const response = await get(url, options);
    const { statusCode = 0, headers } = response;
    if (statusCode < 300 || statusCode >= 400 || headers.location === undefined) return response;
    response.destroy();
    const next = new URL(headers.location, url);
    if (!/^https?:$/.test(next.protocol) || (url.protocol === 'https:' && next.protocol !== 'https:')) {
      throw new UpdateRefusal('The server leads to an address that is not encrypted.');
    }
    url = next;
  }
  throw new UpdateRefusal('The server leads on and on to other addresses.');
}

async function get(url: URL, { headers, authorities, signal }: UrlRequest): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const options = { headers, signal, agent: false };
  const ca = authorities === '' ? {} : { ca: [...rootCertificates, authorities] };
  const request = url.protocol === 'https:' ? requestHttps(url, { ...options, ...ca }) : requestHttp(url, options);
  request.once('response', resolve);
  request.on('error', reject);
  request.end();
  return promise;
}
