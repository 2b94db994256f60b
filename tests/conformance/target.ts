import { setTimeout as wait } from 'node:timers/promises';
import { NotConformant } from './check.ts';
import { EventStream } from './event-stream.ts';

export interface TargetOptions {
  /** The base address, with or without `/api/v3`. */
  url: string;
  key?: string | undefined;
  /** How long to wait for a response, or for a consequence of a request, in milliseconds. */
  patience?: number;
}

export interface Sent {
  headers?: Record<string, string>;
  /** Objects are sent as JSON, text and bytes unchanged. */
  body?: unknown;
}

export interface Answer {
  /** The request in one line. */
  request: string;
  status: number;
  headers: Headers;
  bytes: Uint8Array;
  text: string;
}

const PATIENCE = 10_000;
const SHOWN = 300;
const TOO_MANY_REQUESTS = 429;
const PAUSE = 10;

/** Shortens text for one line of a report. */
export function shortened(text: string): string {
  return text.length <= SHOWN ? text : `${text.slice(0, SHOWN)}... (${text.length} characters)`;
}

/** HTTP client of the implementation under test. Paths are relative to `/api/v3`. */
export class Target {
  readonly patience: number;
  readonly #base: string;
  readonly #key: string | undefined;

  constructor({ url, key, patience = PATIENCE }: TargetOptions) {
    this.#base = `${url.replace(/\/+$/, '').replace(/\/api\/v3$/, '')}/api/v3`;
    this.#key = key;
    this.patience = patience;
  }

  get(path: string, headers: Record<string, string> = {}): Promise<Answer> {
    return this.call('GET', path, { headers });
  }

  put(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    return this.call('PUT', path, { headers, body });
  }

  post(path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    return this.call('POST', path, { headers, body });
  }

  delete(path: string, headers: Record<string, string> = {}): Promise<Answer> {
    return this.call('DELETE', path, { headers });
  }

  /** Opens an event stream, which must be closed. Throws `NotConformant` if there is no response. */
  async follow(path: string, headers: Record<string, string> = {}): Promise<EventStream> {
    const request = `GET /api/v3${shortened(path)}${conditions(headers)}`;
    const cut = new AbortController();
    const timer = setTimeout(() => cut.abort(), this.patience);
    try {
      const response = await fetch(`${this.#base}${path}`, { headers: this.#headers(false, headers), signal: cut.signal });
      const { status, headers: answered } = response;
      const answer = { request, status, headers: answered, bytes: new Uint8Array(), text: response.ok ? '' : await response.text() };
      return new EventStream({ answer, body: (response.ok && response.body) || undefined, patience: this.patience, cut });
    } catch (error) {
      throw noAnswer(request, error);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Sends a request; after a 429 it repeats it at the time that the target requests. Throws `NotConformant` if there is no response. */
  async call(method: string, path: string, { headers = {}, body }: Sent): Promise<Answer> {
    const payload = payloadOf(body);
    const shown = typeof payload === 'string' ? ` ${shortened(payload)}` : '';
    const request = `${method} /api/v3${shortened(path)}${conditions(headers)}${shown}`;
    const init = { method, body: payload ?? null, redirect: 'manual' as const, headers: this.#headers(payload !== undefined, headers) };
    const until = performance.now() + this.patience;
    for (;;) {
      const answer = await this.#send(request, `${this.#base}${path}`, init);
      const putOff = Number(answer.headers.get('retry-after') ?? '0') * 1_000;
      if (answer.status !== TOO_MANY_REQUESTS || performance.now() + putOff > until) return answer;
      await wait(Math.max(putOff, PAUSE));
    }
  }

  #headers(hasBody: boolean, own: Record<string, string>): Record<string, string> {
    return {
      ...(hasBody && { 'content-type': 'application/json' }),
      ...(this.#key !== undefined && { authorization: `Bearer ${this.#key}` }),
      ...own,
    };
  }

  async #send(request: string, url: string, init: RequestInit): Promise<Answer> {
    try {
      const response = await fetch(url, { ...init, signal: AbortSignal.timeout(this.patience) });
      const bytes = new Uint8Array(await response.arrayBuffer());
      return { request, status: response.status, headers: response.headers, bytes, text: new TextDecoder().decode(bytes) };
    } catch (error) {
      throw noAnswer(request, error);
    }
  }
}

function noAnswer(request: string, error: unknown): NotConformant {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return new NotConformant({ request, expected: 'an answer', seen: cause instanceof Error ? cause.message : String(cause) });
}

function payloadOf(body: unknown): string | Uint8Array<ArrayBuffer> | undefined {
  if (body === undefined || typeof body === 'string') return body;
  return body instanceof Uint8Array ? new Uint8Array(body) : JSON.stringify(body);
}

/** The headers that affect a request. */
function conditions(headers: Record<string, string>): string {
  const entries = Object.entries(headers);
  return entries.length === 0 ? '' : ` (${entries.map(([name, value]) => `${name}: ${shortened(value)}`).join(', ')})`;
}

/** Polls until the value satisfies the condition or the patience of the target is over, and returns the last value. */
export async function eventually<Value>(
  { patience }: Target,
  ask: () => Promise<Value>,
  isRight: (value: Value) => boolean,
): Promise<Value> {
  const until = performance.now() + patience;
  for (;;) {
    const value = await ask();
    if (isRight(value) || performance.now() > until) return value;
    await wait(PAUSE);
  }
}
