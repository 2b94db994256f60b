import { Agent as HttpAgent, type AgentOptions } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { Readable } from 'node:stream';
import axios, { type AxiosInstance, type AxiosRequestConfig, type AxiosResponse } from 'axios';
import type { z } from 'zod';
import { CLOCK_HEADER, clockHeaderSchema } from '#contract/api-v3/command-expiry.ts';
import { ProblemError } from '#contract/problem.ts';
import { RemoteClock } from '#contract/time/remote-clock.ts';
import { systemClock, type Clock } from '../platform/system-clock.ts';
import { authorHeaders } from './command-headers.ts';
import { expiryHeaders, type CommandTime } from './command-time.ts';
import { controllerProblem } from './controller-problem.ts';
import { parseControllerJson } from './parse-controller-json.ts';
import { nameLookups } from './name-lookups.ts';
import type { PinnedCertificate } from './pinned-certificate.ts';
import { unreachable, isConnectionReset } from './unreachable.ts';

export interface ControllerRequest {
  method: 'GET' | 'PUT' | 'POST' | 'DELETE';
  /** Path and query, already percent-encoded. */
  path: string;
  /** Sent as JSON. */
  json?: unknown;
  /** Sends an empty body with a JSON content type: the specification's way to deselect. */
  isEmptyJson?: boolean;
  headers?: Record<string, string>;
  /** For a command that must reach the printer in time. */
  time?: CommandTime | undefined;
  /** Longest time for the whole request, in milliseconds. */
  limit?: number;
  /** Largest answer. */
  maxBytes?: number;
  signal?: AbortSignal | undefined;
}

/** A whole answer as bytes, not checked yet. */
export interface Answer {
  status: number;
  contentType: string;
  etag: string | undefined;
  body: Buffer;
}

export interface JsonAnswer extends Pick<Answer, 'status' | 'etag'> {
  value: unknown;
}

export interface StreamRequest extends Omit<ControllerRequest, 'json' | 'isEmptyJson' | 'maxBytes' | 'time'> {
  body?: Readable;
  /** Limit for each direction. */
  maxBytes: number;
  /** Expected media type of a success; undefined when the body is not used. */
  answers: string | undefined;
}

export interface StreamAnswer {
  status: number;
  body: Readable;
}

/** How the station authenticates itself, and the controller. */
export interface ControllerAccess {
  /** API key; sent as a bearer token with every request. */
  key?: string | undefined;
  /** A key is stored that cannot be decrypted any more: requests go without one until it is entered again. */
  isKeyLost?: true | undefined;
  /** The only certificate that is accepted; undefined = any certificate of a known authority. */
  pinned?: PinnedCertificate | undefined;
}

/** What clients of the same controller share. */
export interface ClientDeps {
  clock: Pick<Clock, 'elapsed'>;
  /** The clock of the controller, by which it judges the age of commands. */
  remoteClock?: RemoteClock;
  /** The person for whom the station acts: each request that can change something says so. */
  author?: (() => string) | undefined;
}

const LIMIT = 15_000;
const MAX_BYTES = 32 * 1024 * 1024;

/**
 * HTTP client of one controller: no redirects, no proxies, every answer limited in size and time. Only reads use kept-alive sockets: the server
 * may close one at any moment, and a command that fails on it must not be repeated.
 */
export class ControllerClient {
  readonly url: string;
  readonly access: ControllerAccess;
  readonly #keepAlive: AgentPair;
  readonly #perRequest: AgentPair;
  readonly #files: AgentPair;
  readonly #axios: AxiosInstance;
  readonly #clock: Pick<Clock, 'elapsed'>;
  readonly #remoteClock: RemoteClock;
  readonly #author: (() => string) | undefined;

  /** `url` is the base address without `/api/v3`. Throws `invalid-input` for another protocol than http and https. */
  constructor(
    url: string,
    access: ControllerAccess = {},
    { clock, remoteClock = new RemoteClock(), author }: ClientDeps = { clock: systemClock },
  ) {
    const { key, pinned } = access;
    const { protocol, origin } = new URL(url);
    if (protocol !== 'http:' && protocol !== 'https:')
      throw new ProblemError('invalid-input', { detail: `${url} is not an http address.` });
    this.url = origin;
    this.access = access;
    this.#clock = clock;
    this.#remoteClock = remoteClock;
    this.#author = author;
    this.#keepAlive = agents({ keepAlive: true, maxSockets: 32, maxFreeSockets: 8, timeout: LIMIT }, pinned);
    // A command to stop must never wait for file transfers: the number of sockets is limited for files only.
    this.#perRequest = agents({ keepAlive: false }, pinned);
    this.#files = agents({ keepAlive: false, maxSockets: 12 }, pinned);
    this.#axios = axios.create({
      baseURL: origin,
      ...(key !== undefined && { headers: { authorization: `Bearer ${key}` } }),
      adapter: 'http',
      maxRedirects: 0,
      proxy: false,
      decompress: false,
      maxContentLength: MAX_BYTES,
      maxBodyLength: MAX_BYTES,
      responseType: 'arraybuffer',
      validateStatus: () => true,
      transformRequest: [(data: unknown) => data],
      transformResponse: [(data: unknown) => data],
    });
  }

  /** A client of the same controller with another key or certificate. */
  withAccess(access: ControllerAccess): ControllerClient {
    return new ControllerClient(this.url, access, { clock: this.#clock, remoteClock: this.#remoteClock, author: this.#author });
  }

  /**
   * Sends the request and reads the whole answer, whatever its status. Throws `controller-unreachable` when it is late or too large, and
   * `command-expired`, without sending anything, when its own time is over.
   */
  async request({ method, path, limit = LIMIT, maxBytes = MAX_BYTES, signal, time, ...rest }: ControllerRequest): Promise<Answer> {
    const { headers = {}, ...body } = rest;
    const sentAt = this.#clock.elapsed();
    const expiry = time && expiryHeaders(time, sentAt, this.#remoteClock.leastAt(sentAt));
    const deadline = AbortSignal.timeout(limit);
    const data = bodyOf(body);
    const config: AxiosRequestConfig = {
      ...(method === 'GET' ? this.#keepAlive : this.#perRequest),
      method,
      url: path,
      headers: {
        accept: 'application/json',
        'accept-encoding': 'identity',
        'content-type': data ? 'application/json' : false,
        ...this.#authorOf(method),
        ...headers,
        ...expiry,
      },
      signal: signal ? AbortSignal.any([deadline, signal]) : deadline,
      maxContentLength: maxBytes,
      ...(data ? { data } : {}),
    };
    try {
      const response = await this.#axios.request<Buffer>(config).catch((error: unknown) => this.#retryOnNewSocket(config, error));
      this.#readClock(response, sentAt);
      return answerOf(response);
    } catch (error) {
      throw unreachable(error, { url: this.url, limit });
    }
  }

  /** A caller can name another person, as for an edit that was made earlier. */
  #authorOf(method: ControllerRequest['method']): Record<string, string> {
    return method === 'GET' || !this.#author ? {} : authorHeaders(this.#author());
  }

  #readClock({ headers }: AxiosResponse<Buffer>, sentAt: number): void {
    const { data: remote } = clockHeaderSchema.safeParse(headers[CLOCK_HEADER.toLowerCase()]);
    if (remote !== undefined) this.#remoteClock.add({ sentAt, receivedAt: this.#clock.elapsed(), remote });
  }

  /** Repeats a read whose kept-alive socket was reset: the server had closed it before the request arrived. */
  #retryOnNewSocket(config: AxiosRequestConfig, error: unknown): Promise<AxiosResponse<Buffer>> {
    if (config.method !== 'GET' || !isConnectionReset(error)) throw error;
    return this.#axios.request<Buffer>({ ...config, ...this.#perRequest });
  }

  /** Sends the request and returns the JSON of a success. Throws the controller's problem. */
  async json(request: ControllerRequest): Promise<JsonAnswer> {
    const answer = await this.request(request);
    return { status: answer.status, etag: answer.etag, value: valueOf(answer) };
  }

  /** Like `json`, parsed by a schema. Throws `controller-answer-invalid` when the answer does not match it. */
  async read<Schema extends z.ZodType>(schema: Schema, request: ControllerRequest): Promise<z.output<Schema>> {
    const { value } = await this.json(request);
    const result = schema.safeParse(value);
    if (result.success) return result.data;
    const detail = `The controller's answer to ${request.method} ${request.path} does not have the expected format.`;
    throw new ProblemError('controller-answer-invalid', { detail }, { cause: result.error });
  }

  /**
   * Streams bytes in both directions; the caller reads or destroys the body. Throws the controller's problem, and `controller-answer-invalid` for
   * an unexpected media type.
   */
  async stream({ method, path, headers = {}, limit = LIMIT, signal, body, maxBytes, answers }: StreamRequest): Promise<StreamAnswer> {
    const deadline = AbortSignal.timeout(limit);
    let response: AxiosResponse<Readable>;
    try {
      response = await this.#axios.request<Readable>({
        ...this.#files,
        method,
        url: path,
        headers: { 'accept-encoding': 'identity', ...this.#authorOf(method), ...headers },
        responseType: 'stream',
        signal: signal ? AbortSignal.any([deadline, signal]) : deadline,
        maxContentLength: maxBytes,
        maxBodyLength: maxBytes,
        ...(body ? { data: body } : {}),
      });
    } catch (error) {
      throw unreachable(error, { url: this.url, limit });
    }
    const contentType = String(response.headers['content-type'] ?? '').toLowerCase();
    const isExpected = response.status < 300 && (answers === undefined || contentType.split(';')[0]?.trim() === answers);
    if (isExpected) return { status: response.status, body: response.data };
    throw await this.#streamedProblem(response, contentType);
  }

  /** Closes kept-alive sockets whose pinned certificate has expired since they were opened. `now` in milliseconds since the epoch. */
  closeExpired(now: number): void {
    if (now > (this.access.pinned?.validTo ?? Infinity)) this.#keepAlive.httpsAgent.destroy();
  }

  /** Closes every socket; requests in flight fail. */
  stop(): void {
    for (const pair of [this.#keepAlive, this.#perRequest, this.#files]) {
      pair.httpAgent.destroy();
      pair.httpsAgent.destroy();
    }
  }

  async #streamedProblem({ status, data }: AxiosResponse<Readable>, contentType: string): Promise<ProblemError> {
    if (status < 400) {
      data.destroy();
      const received = status < 300 ? `"${contentType}"` : 'a redirect';
      return new ProblemError('controller-answer-invalid', { detail: `The controller answered ${received} instead of a file.` });
    }
    const body = await readProblemBody(data).catch((error: unknown) => {
      throw unreachable(error, { url: this.url, limit: LIMIT });
    });
    const isJson = contentType.includes('json') && body !== undefined;
    return controllerProblem(status, isJson ? parseControllerJson(body, contentType) : undefined);
  }
}

function bodyOf({ json, isEmptyJson = false }: Pick<ControllerRequest, 'json' | 'isEmptyJson'>): Buffer | undefined {
  if (json !== undefined) return Buffer.from(JSON.stringify(json));
  return isEmptyJson ? Buffer.alloc(0) : undefined;
}

const PROBLEM_BYTES = 1024 * 1024;

/** Reads a body of at most 1 MB; undefined for a longer one. */
async function readProblemBody(body: Readable): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    chunks.push(chunk as Buffer);
    size += (chunk as Buffer).length;
    if (size > PROBLEM_BYTES) return undefined;
  }
  return Buffer.concat(chunks);
}

function answerOf({ status, headers, data }: AxiosResponse<Buffer>): Answer {
  const etag = headers['etag'] as string | undefined;
  return { status, contentType: String(headers['content-type'] ?? ''), etag, body: data };
}

/** The JSON of a success, undefined when the body is empty. Throws the controller's problem for any other status. */
export function valueOf({ status, contentType, body }: Omit<Answer, 'etag'>): unknown {
  if (status >= 300 && status < 400) {
    throw new ProblemError('controller-answer-invalid', {
      detail: `The controller answered with a redirect (${status}). Redirects are not followed.`,
    });
  }
  const isEmpty = body.length === 0;
  if (status >= 200 && status < 300) return isEmpty ? undefined : parseControllerJson(body, contentType);
  throw controllerProblem(status, isEmpty || !contentType.includes('json') ? undefined : parseControllerJson(body, contentType));
}

interface AgentPair {
  httpAgent: HttpAgent;
  httpsAgent: HttpsAgent;
}

function agents(options: AgentOptions, pinned: PinnedCertificate | undefined): AgentPair {
  const all: AgentOptions = { ...options, lookup: nameLookups.lookup };
  return { httpAgent: new HttpAgent(all), httpsAgent: new HttpsAgent({ ...all, rejectUnauthorized: true, ...pinned?.options() }) };
}
