import { Agent as HttpAgent, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { PlantSettings } from '#contract/api-v3/plant.ts';
import { savedVersionSchema, type LibraryItemPlace } from '#contract/api-v3/library-item.ts';
import { MAX_CONTENT, wantedItemsSchema, type Holdings, type WantedItems, type WantedItemsQuery } from '#contract/plant/library.ts';
import { batchAnswerSchema, type BatchAnswer, type ControllerReport } from '#contract/plant/plant-controller.ts';
import { controllerRowRunSchema, type ControllerRowRun, type RowLeaseRequest, type RowReport } from '#contract/plant/row-run.ts';
import { serialLeaseSchema, type SerialLease } from '#contract/plant/serial-lease.ts';
import type { BlockRequest, UnusedBlock } from '../counters/plant-blocks.ts';
import { failureReason, retryAfterOf, sendRequest, type OutgoingRequest } from '../outgoing-http/send-request.ts';
import { withoutSlash } from './plant-settings.ts';

/** One of them waits for news of the library. */
const MAX_SOCKETS = 4;
/** Milliseconds for one request: a batch of 8 MiB on a slow line. */
const BATCH_LIMIT = 60_000;
const REPORT_LIMIT = 10_000;
/** The longest body of an answer, in bytes: 5 000 hashes of documents are a third of it. */
const MAX_ANSWER = 1024 * 1024;
/** The longest list of what a controller shall have, in bytes: 20 000 items with long names. */
const MAX_LIST = 16 * 1024 * 1024;
const JSON_TYPE = 'application/json';
const MAX_DETAIL = 300;
/** The problem of a request to an address that the plant does not know as its own. */
const FOREIGN = '"urn:strobe:problem:foreign-origin"';
const UNKNOWN_ADDRESS =
  'The plant does not know this address as its own: start the plant with --public-name and the name, with the port of a proxy.';
/** Answers that say that the content is at fault, and not the connection, the key or the plant. */
const CONTENT_FAULTS: readonly number[] = [400, 413, 422];

/** Why a request to the plant failed; the message is a sentence. */
export class PlantFailure extends Error {
  override readonly name = 'PlantFailure';
  /** The plant refuses what was sent: the same content would be refused again. */
  readonly isContentRefused: boolean;
  /** No answer came in time. */
  readonly isTimeout: boolean;
  /** Seconds after which the plant wants the next attempt. */
  readonly retryAfter: number | undefined;

  constructor(message: string, { isContentRefused = false, isTimeout = false, retryAfter }: Partial<FailureKind> = {}) {
    super(message);
    this.isContentRefused = isContentRefused;
    this.isTimeout = isTimeout;
    this.retryAfter = retryAfter;
  }
}

type FailureKind = Pick<PlantFailure, 'isContentRefused' | 'isTimeout'> & { retryAfter: number | undefined };

type Request = Pick<OutgoingRequest, 'method' | 'body'> & {
  path: string;
  type: string;
  /** Milliseconds. */
  limit: number;
  /** The longest answer in bytes. */
  most?: number;
};

/** An item that is sent to the library. */
export interface ProposedItem extends LibraryItemPlace {
  content: Buffer;
  by: string;
}

export interface PlantClientOptions {
  settings: PlantSettings;
  controllerId: string;
  /** Milliseconds for one request with prints or a document; a minute by default. */
  batchLimit?: number | undefined;
}

/** The requests of a controller to its plant. Every method rejects with a `PlantFailure`. */
export class PlantClient {
  readonly #options: PlantClientOptions;
  readonly #agent: HttpAgent;

  constructor(options: PlantClientOptions) {
    this.#options = options;
    const isSecure = /^https:/i.test(options.settings.url);
    this.#agent = new (isSecure ? HttpsAgent : HttpAgent)({ keepAlive: true, maxSockets: MAX_SOCKETS });
  }

  /** Ends the connections. */
  close(): void {
    this.#agent.destroy();
  }

  /** Sends prints as CSV: the header line, then a line for each print. */
  async postPrints(csv: string, signal: AbortSignal): Promise<BatchAnswer> {
    const answer = await this.#send(
      { method: 'POST', path: `controllers/${this.#options.controllerId}/prints`, type: 'text/csv', body: csv, limit: this.#batchLimit },
      signal,
    );
    const read = batchAnswerSchema.safeParse(parsed(answer));
    if (!read.success) throw new PlantFailure('The answer is not that of a plant. Check the address.');
    return read.data;
  }

  /** Sends a label document, as it is stored. */
  async putDocument(hash: string, document: string, signal: AbortSignal): Promise<void> {
    const path = `documents/${encodeURIComponent(hash)}`;
    await this.#send({ method: 'PUT', path, type: JSON_TYPE, body: document, limit: this.#batchLimit }, signal);
  }

  /** Sends what the controller reports about itself. */
  async putReport(report: ControllerReport, signal: AbortSignal): Promise<void> {
    const path = `controllers/${this.#options.controllerId}`;
    await this.#send({ method: 'PUT', path, type: JSON_TYPE, body: JSON.stringify(report), limit: REPORT_LIMIT }, signal);
  }

  /** Asks for a block of numbers. */
  async lease({ plantCounter, request, size, highest }: BlockRequest, signal: AbortSignal): Promise<SerialLease> {
    const path = `controllers/${this.#options.controllerId}/counters/${encodeURIComponent(plantCounter)}/leases`;
    const body = JSON.stringify({ request, size, ...(highest !== null && { highest }) });
    const answer = await this.#send({ method: 'POST', path, type: JSON_TYPE, body, limit: REPORT_LIMIT }, signal);
    const read = serialLeaseSchema.safeParse(parsed(answer));
    if (!read.success) throw new PlantFailure('The answer is not that of a plant. Check the address.');
    return read.data;
  }

  /** Reports numbers that will never be used. */
  async reportUnused({ plantCounter, request, first, last }: UnusedBlock, signal: AbortSignal): Promise<void> {
    const path = `controllers/${this.#options.controllerId}/counters/${encodeURIComponent(plantCounter)}/unused`;
    await this.#send(
      { method: 'POST', path, type: JSON_TYPE, body: JSON.stringify({ request, first, last }), limit: REPORT_LIMIT },
      signal,
    );
  }

  /** Asks for a block of rows of a run. */
  async leaseRows(run: string, lease: RowLeaseRequest, signal: AbortSignal): Promise<ControllerRowRun> {
    return this.#rowRun({ method: 'POST', path: `${rowRunPath(run)}/leases`, body: JSON.stringify(lease) }, signal);
  }

  /** Says what became of rows of a block. */
  async reportRows(run: string, report: RowReport, signal: AbortSignal): Promise<ControllerRowRun> {
    return this.#rowRun({ method: 'POST', path: `${rowRunPath(run)}/reports`, body: JSON.stringify(report) }, signal);
  }

  /** How far a run is, and which rows of it this controller has. */
  async rows(run: string, signal: AbortSignal): Promise<ControllerRowRun> {
    return this.#rowRun({ method: 'GET', path: rowRunPath(run) }, signal);
  }

  /** What the controller shall have of the library; undefined if it is what the query names still after the time to wait. */
  async wantedItems({ revision, wait }: WantedItemsQuery, signal: AbortSignal): Promise<WantedItems | undefined> {
    const query = new URLSearchParams({ ...(revision !== undefined && { revision }), wait: String(wait) });
    const path = `controllers/${this.#options.controllerId}/library?${query.toString()}`;
    const answer = await this.#request(
      { method: 'GET', path, type: JSON_TYPE, limit: wait * 1_000 + REPORT_LIMIT, most: MAX_LIST },
      signal,
    );
    if (answer.length === 0) return undefined;
    const read = wantedItemsSchema.safeParse(parsed(answer.toString()));
    if (!read.success) throw new PlantFailure('The answer is not that of a plant. Check the address.');
    return read.data;
  }

  /** A content of the library by its hash, which the caller checks. */
  content(hash: string, signal: AbortSignal): Promise<Buffer> {
    const path = `controllers/${this.#options.controllerId}/library/contents/${hash}`;
    return this.#request({ method: 'GET', path, type: JSON_TYPE, limit: this.#batchLimit, most: MAX_CONTENT }, signal);
  }

  /** Reports what the controller has of the library. */
  async putHoldings(holdings: Holdings, signal: AbortSignal): Promise<void> {
    const path = `controllers/${this.#options.controllerId}/library`;
    await this.#send({ method: 'PUT', path, type: JSON_TYPE, body: JSON.stringify(holdings), limit: this.#batchLimit }, signal);
  }

  /** Sends an item of the controller to the library. Returns the number of its version. `by` is the person who sends it; empty if unknown. */
  async propose({ kind, name, content, by }: ProposedItem, signal: AbortSignal): Promise<number> {
    const place = `${kind}/${encodeURIComponent(name)}?${new URLSearchParams({ by }).toString()}`;
    const path = `controllers/${this.#options.controllerId}/library/${place}`;
    const type = kind === 'font' ? 'application/octet-stream' : JSON_TYPE;
    const answer = await this.#send({ method: 'PUT', path, type, body: content, limit: this.#batchLimit }, signal);
    const read = savedVersionSchema.safeParse(parsed(answer));
    if (!read.success) throw new PlantFailure('The answer is not that of a plant. Check the address.');
    return read.data.version;
  }

  async #rowRun({ path, ...request }: Pick<Request, 'method' | 'body' | 'path'>, signal: AbortSignal): Promise<ControllerRowRun> {
    const whole = `controllers/${this.#options.controllerId}/${path}`;
    const answer = await this.#send({ ...request, path: whole, type: JSON_TYPE, limit: REPORT_LIMIT }, signal);
    const read = controllerRowRunSchema.safeParse(parsed(answer));
    if (!read.success) throw new PlantFailure('The answer is not that of a plant. Check the address.');
    return read.data;
  }

  get #batchLimit(): number {
    return this.#options.batchLimit ?? BATCH_LIMIT;
  }

  async #send(request: Request, stop: AbortSignal): Promise<string> {
    return (await this.#request(request, stop)).toString();
  }

  async #request({ path, type, limit, most = MAX_ANSWER, ...request }: Request, stop: AbortSignal): Promise<Buffer> {
    const { settings } = this.#options;
    const timeout = AbortSignal.timeout(limit);
    const signal = AbortSignal.any([stop, timeout]);
    const headers = {
      'content-type': type,
      authorization: `Bearer ${settings.key ?? ''}`,
      accept: 'application/json',
      'user-agent': 'Strobe',
    };
    const url = `${withoutSlash(settings.url)}/plant/v1/${path}`;
    try {
      const response = await sendRequest({ ...settings, url }, { ...request, headers, agent: this.#agent }, signal);
      const body = await readBody(response, most);
      const { statusCode = 0 } = response;
      if (statusCode >= 200 && statusCode < 300) return body;
      throw refusalOf(response, body.toString());
    } catch (error) {
      if (error instanceof PlantFailure) throw error;
      if (timeout.aborted) throw new PlantFailure('The plant did not answer in time.', { isTimeout: true });
      throw new PlantFailure(`The plant could not be reached: ${failureReason(error)}.`);
    }
  }
}

function rowRunPath(run: string): string {
  return `row-runs/${encodeURIComponent(run)}`;
}

async function readBody(response: IncomingMessage, most: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of response as AsyncIterable<Buffer>) {
    length += part.length;
    if (length > most) throw new PlantFailure('The answer is longer than that of a plant. Check the address.');
    parts.push(part);
  }
  return Buffer.concat(parts);
}

function refusalOf(response: IncomingMessage, body: string): PlantFailure {
  const { statusCode: status = 0, headers } = response;
  if (status === 401) return new PlantFailure('The plant does not accept the key.');
  if (status === 403) return new PlantFailure(body.includes(FOREIGN) ? UNKNOWN_ADDRESS : 'The key may not report for this controller.');
  if (status >= 300 && status < 400) return new PlantFailure(`The plant answered ${status} with another address, which is not followed.`);
  const isProblem = headers['content-type']?.startsWith('application/problem+json') === true;
  const detail = isProblem ? detailOf(parsed(body)) : undefined;
  const isContentRefused = status === 413 || (isProblem && CONTENT_FAULTS.includes(status));
  const message = detail === undefined ? `The plant answered ${status}.` : `The plant answered ${status}: ${detail}`;
  return new PlantFailure(message, { isContentRefused, retryAfter: retryAfterOf(response) });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Neither an answer nor a problem: the caller says what is wrong.
    return undefined;
  }
}

function detailOf(problem: unknown): string | undefined {
  const detail = typeof problem === 'object' && problem !== null && 'detail' in problem ? problem.detail : undefined;
  return typeof detail === 'string' ? detail.slice(0, MAX_DETAIL) : undefined;
}
