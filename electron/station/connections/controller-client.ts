import { Agent as HttpAgent, type AgentOptions } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { Readable } from 'node:stream';
import axios, { type AxiosInstance, type AxiosRequestConfig, type AxiosResponse } from 'axios';
import type { z } from 'zod';
import { ProblemError } from '#contract/problem.ts';
import { controllerProblem } from './controller-problem.ts';
import { parseAnswer } from './json.ts';
import { nameLookups } from './name-lookups.ts';
import type { PinnedCertificate } from './pinned-certificate.ts';
import { unreachable, wasCut } from './unreachable.ts';

export interface ControllerRequest {
  method: 'GET' | 'PUT' | 'POST' | 'DELETE';
  /** Path and query, already percent-encoded. */
  path: string;
  /** Sent as JSON. */
  json?: unknown;
  /** Sends an empty body that is called JSON: how a deselect is written. */
  isEmptyJson?: boolean;
  headers?: Record<string, string>;
  /** Whole time that the request may take. */
  limit?: number;
  /** Most bytes of the answer; what is asked again and again has its own limit. */
  maxBytes?: number;
  signal?: AbortSignal | undefined;
}

/** What a controller answered, whole, as bytes: nothing in it has been believed yet. */
export interface Answer {
  status: number;
  contentType: string;
  /** What names this state of what was read. */
  etag: string | undefined;
  body: Buffer;
}

export interface JsonAnswer extends Pick<Answer, 'status' | 'etag'> {
  value: unknown;
}

export interface StreamRequest extends Omit<ControllerRequest, 'json' | 'isEmptyJson' | 'maxBytes'> {
  body?: Readable;
  /** Most bytes that may travel in either direction. */
  maxBytes: number;
  /** Media type of a success; undefined when its body does not matter. */
  answers: string | undefined;
}

export interface StreamAnswer {
  status: number;
  body: Readable;
}

/** With what a controller is asked. */
export interface ControllerAccess {
  /** Goes with every request. */
  key?: string | undefined;
  /** The one certificate that is taken from it; otherwise those of known authorities are. */
  pinned?: PinnedCertificate | undefined;
}

const LIMIT = 15_000;
const MAX_BYTES = 32 * 1024 * 1024;

/**
 * HTTP to one controller: http and https only, no redirects, no proxies, every answer capped in size and in time. A command
 * goes out on a socket of its own: a kept one may just have been closed, and a command is never repeated.
 */
export class ControllerClient {
  readonly url: string;
  readonly access: ControllerAccess;
  readonly #kept: AgentPair;
  readonly #fresh: AgentPair;
  readonly #files: AgentPair;
  readonly #axios: AxiosInstance;

  /** `url` is the controller's base address, without `/api/v3`. */
  constructor(url: string, access: ControllerAccess = {}) {
    const { key, pinned } = access;
    const { protocol, origin } = new URL(url);
    if (protocol !== 'http:' && protocol !== 'https:')
      throw new ProblemError('invalid-input', { detail: `${url} is not an http address.` });
    this.url = origin;
    this.access = access;
    this.#kept = agents({ keepAlive: true, maxSockets: 32, maxFreeSockets: 8, timeout: LIMIT }, pinned);
    // An order to stop must never wait behind files: orders have sockets without number, files a few of their own.
    this.#fresh = agents({ keepAlive: false }, pinned);
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

  /** Sends the request and reads the whole answer. Throws `controller-unreachable` when there is none in time or it is too large. */
  async request({ method, path, headers = {}, limit = LIMIT, maxBytes = MAX_BYTES, signal, ...body }: ControllerRequest): Promise<Answer> {
    const deadline = AbortSignal.timeout(limit);
    const data = bodyOf(body);
    const config: AxiosRequestConfig = {
      ...(method === 'GET' ? this.#kept : this.#fresh),
      method,
      url: path,
      headers: { accept: 'application/json', 'accept-encoding': 'identity', 'content-type': data ? 'application/json' : false, ...headers },
      signal: signal ? AbortSignal.any([deadline, signal]) : deadline,
      maxContentLength: maxBytes,
      ...(data ? { data } : {}),
    };
    try {
      return answerOf(await this.#axios.request<Buffer>(config).catch((error: unknown) => this.#againOnFreshSocket(config, error)));
    } catch (error) {
      throw unreachable(error, { url: this.url, limit });
    }
  }

  /** A read on a kept socket that was cut says only that the socket was old: it is asked once more on a new one. */
  #againOnFreshSocket(config: AxiosRequestConfig, error: unknown): Promise<AxiosResponse<Buffer>> {
    if (config.method !== 'GET' || !wasCut(error)) throw error;
    return this.#axios.request<Buffer>({ ...config, ...this.#fresh });
  }

  /** The JSON of a success, or the problem that the controller answered with. */
  async json(request: ControllerRequest): Promise<JsonAnswer> {
    const answer = await this.request(request);
    return { status: answer.status, etag: answer.etag, value: valueOf(answer) };
  }

  /** The same, in a shape that the station relies on. Throws `controller-answer-invalid` when it has another. */
  async read<Schema extends z.ZodType>(schema: Schema, request: ControllerRequest): Promise<z.output<Schema>> {
    const { value } = await this.json(request);
    const result = schema.safeParse(value);
    if (result.success) return result.data;
    const detail = `The controller's answer to ${request.method} ${request.path} does not have the expected shape.`;
    throw new ProblemError('controller-answer-invalid', { detail }, { cause: result.error });
  }

  /**
   * Passes bytes through in both directions without keeping them; the caller reads or destroys the body. Throws the problem that the
   * controller answered with, and `controller-answer-invalid` for another media type than the one that was asked for.
   */
  async stream({ method, path, headers = {}, limit = LIMIT, signal, body, maxBytes, answers }: StreamRequest): Promise<StreamAnswer> {
    const deadline = AbortSignal.timeout(limit);
    let response: AxiosResponse<Readable>;
    try {
      response = await this.#axios.request<Readable>({
        ...this.#files,
        method,
        url: path,
        headers: { 'accept-encoding': 'identity', ...headers },
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

  /** Sockets that were opened while the pinned certificate was valid are not kept beyond its end. */
  endExpired(now: number): void {
    if (now > (this.access.pinned?.validTo ?? Infinity)) this.#kept.httpsAgent.destroy();
  }

  /** Closes every socket; requests in flight fail. */
  stop(): void {
    for (const pair of [this.#kept, this.#fresh, this.#files]) {
      pair.httpAgent.destroy();
      pair.httpsAgent.destroy();
    }
  }

  async #streamedProblem({ status, data }: AxiosResponse<Readable>, contentType: string): Promise<ProblemError> {
    if (status < 400) {
      data.destroy();
      const what = status < 300 ? `"${contentType}"` : 'a redirect';
      return new ProblemError('controller-answer-invalid', { detail: `The controller answered ${what} where a file was expected.` });
    }
    const body = await readSome(data).catch((error: unknown) => {
      throw unreachable(error, { url: this.url, limit: LIMIT });
    });
    const isJson = contentType.includes('json') && body !== undefined;
    return controllerProblem(status, isJson ? parseAnswer(body, contentType) : undefined);
  }
}

function bodyOf({ json, isEmptyJson = false }: Pick<ControllerRequest, 'json' | 'isEmptyJson'>): Buffer | undefined {
  if (json !== undefined) return Buffer.from(JSON.stringify(json));
  return isEmptyJson ? Buffer.alloc(0) : undefined;
}

const PROBLEM_BYTES = 1024 * 1024;

/** The whole of a short body; undefined for one that is too long for a problem. */
async function readSome(body: Readable): Promise<Buffer | undefined> {
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

/** The JSON value of a success (undefined when the body is empty); throws the problem of anything else. */
export function valueOf({ status, contentType, body }: Omit<Answer, 'etag'>): unknown {
  if (status >= 300 && status < 400) {
    throw new ProblemError('controller-answer-invalid', { detail: `The controller redirects (${status}); redirects are not followed.` });
  }
  const isEmpty = body.length === 0;
  if (status >= 200 && status < 300) return isEmpty ? undefined : parseAnswer(body, contentType);
  throw controllerProblem(status, isEmpty || !contentType.includes('json') ? undefined : parseAnswer(body, contentType));
}

interface AgentPair {
  httpAgent: HttpAgent;
  httpsAgent: HttpsAgent;
}

function agents(options: AgentOptions, pinned: PinnedCertificate | undefined): AgentPair {
  const all: AgentOptions = { ...options, lookup: nameLookups.lookup };
  return { httpAgent: new HttpAgent(all), httpsAgent: new HttpsAgent({ ...all, rejectUnauthorized: true, ...pinned?.options() }) };
}
