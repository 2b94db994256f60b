import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { IppJobs, isEnded, isPage, JOB_STATES, type EmulatedJob, type EmulatorClock } from './ipp-jobs.ts';
import { attribute, readRequest, TAGS, writeResponse, type WireRequest, type WireResponse } from './ipp-wire.ts';

const OPERATIONS = { printJob: 0x02, cancelJob: 0x08, getJobAttributes: 0x09, getJobs: 0x0a, getPrinterAttributes: 0x0b };
const STATUS = {
  ok: 0,
  badRequest: 0x0400,
  notPossible: 0x0404,
  notFound: 0x0406,
  format: 0x040a,
  document: 0x0411,
  unsupported: 0x0501,
  fault: 0x0505,
  busy: 0x0507,
};
const PATH = '/ipp/print';
/** Milliseconds in which a frozen printer answers nothing. */
const FROZEN = 6_000;

type Groups = WireResponse['groups'];

/** A refusal. */
class Refusal extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`status ${status}`);
    this.status = status;
  }
}

/** An IPP printer in the process of the test, with faults on demand. It is as strict as the standard allows. */
export class IppEmulator {
  readonly jobs: IppJobs;
  readonly identity = { model: 'Emulated Label Printer', serial: 'urn:uuid:00000000-0000-4000-8000-000000000001' };
  /** Keywords of `printer-state-reasons`. */
  readonly reasons = new Set<string>();
  /** Pieces of data, connections included. */
  traffic = 0;
  delay = 0;
  /** Bytes of a response that are sent at once. */
  pieceSize = Infinity;
  /** Sends an interim response, the response and what follows in one piece. */
  isMerging = false;
  /** During an error it answers nothing but the question for its state. */
  isSilentInError = false;
  isRefusing = false;
  /** How many requests got a wrong answer so far, and how many will get one next. */
  #wrong = { given: 0, due: 0 };
  readonly #clock: EmulatorClock;
  readonly #sockets = new Set<Socket>();
  #server: Server | undefined;
  #port = 0;
  #frozenUntil = -Infinity;

  constructor(clock: EmulatorClock) {
    this.#clock = clock;
    this.jobs = new IppJobs(clock);
  }

  get connections(): number {
    return this.#sockets.size;
  }

  get url(): string {
    return `ipp://127.0.0.1:${this.#port}${PATH}`;
  }

  /** Listens, on the same port as before. Does nothing while it listens. */
  async listen(): Promise<void> {
    if (this.#server) return;
    const server = createServer((request) => this.#serve(request));
    this.#server = server;
    server.on('connection', (socket) => {
      this.traffic++;
      this.#sockets.add(socket);
      socket.on('error', () => socket.destroy());
      socket.on('close', () => {
        this.traffic++;
        this.#sockets.delete(socket);
      });
    });
    await once(server.listen(this.#port, '127.0.0.1'), 'listening');
    this.#port = (server.address() as AddressInfo).port;
  }

  async disconnect(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    for (const socket of this.#sockets) socket.destroy();
    if (server) await new Promise((resolve) => server.close(resolve));
  }

  async cutPower(): Promise<void> {
    this.jobs.forget();
    await this.disconnect();
  }

  freeze(): void {
    this.#frozenUntil = this.#clock.now + FROZEN;
  }

  /** The next request gets an answer that makes no sense, after it was carried out. */
  babble(): void {
    this.#wrong.due = 1;
  }

  set(reason: string, isOn: boolean): void {
    if (isOn) this.reasons.add(reason);
    else this.reasons.delete(reason);
    this.jobs.stop(this.reasons.size > 0);
  }

  #serve(request: IncomingMessage): void {
    const { socket } = request;
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => {
      this.traffic++;
      parts.push(part);
    });
    request.on('error', () => socket.destroy());
    request.on('end', () => {
      const message = Buffer.concat(parts);
      if (this.#isFrozen() || this.#isSilentFor(message)) return;
      const response = this.#respond(request, message);
      if (this.delay === 0) void this.#write(socket, response);
      else this.#clock.setTimeout(() => void this.#write(socket, response), this.delay);
    });
  }

  #isFrozen(): boolean {
    return this.#clock.now < this.#frozenUntil;
  }

  #isSilentFor(message: Buffer): boolean {
    return this.isSilentInError && this.reasons.size > 0 && message.readUInt16BE(2) !== OPERATIONS.getPrinterAttributes;
  }

  /** The whole response of HTTP. */
  #respond({ method, url, headers }: IncomingMessage, message: Buffer): Buffer {
    if (method !== 'POST' || url !== PATH) return http('404 Not Found', 'text/plain', Buffer.from('not here'));
    if (headers['content-type'] !== 'application/ipp') return http('415 Unsupported Media Type', 'text/plain', Buffer.alloc(0));
    const body = this.#answer(message);
    if (!body) return http('400 Bad Request', 'text/plain', Buffer.from('no IPP'));
    if (this.#wrong.due === 0) return http('200 OK', 'application/ipp', body);
    this.#wrong = { given: this.#wrong.given + 1, due: 0 };
    return this.#wrongAnswers(body)[this.#wrong.given % 4] ?? body;
  }

  async #write(socket: Socket, response: Buffer): Promise<void> {
    const interim = Buffer.from('HTTP/1.1 102 Processing\r\n\r\n');
    const all = this.isMerging ? Buffer.concat([interim, response]) : response;
    for (let at = 0; at < all.length && !socket.destroyed; at += this.pieceSize) {
      this.traffic++;
      socket.write(all.subarray(at, Math.min(all.length, at + this.pieceSize)));
      await nextTurn();
    }
    socket.end();
  }

  /** Undefined if the message is damaged. */
  #answer(message: Buffer): Buffer | undefined {
    let requestId = 0;
    try {
      const request = readRequest(message);
      ({ requestId } = request);
      checkOrder(request);
      return writeResponse({ status: STATUS.ok, requestId, groups: this.#carryOut(request) });
    } catch (error) {
      if (error instanceof Refusal) return writeResponse({ status: error.status, requestId, groups: [] });
      if (error instanceof RangeError) return undefined;
      throw error;
    }
  }

  #carryOut(request: WireRequest): Groups {
    switch (request.operation) {
      case OPERATIONS.printJob:
        return [describeJob(this.#print(request))];
      case OPERATIONS.cancelJob:
        if (!this.jobs.cancel(this.#jobOf(request))) throw new Refusal(STATUS.notPossible);
        return [];
      case OPERATIONS.getJobAttributes:
        return [describeJob(this.#jobOf(request), textsOf(request, 'requested-attributes'))];
      case OPERATIONS.getJobs:
        return this.#list(request);
      case OPERATIONS.getPrinterAttributes:
        return [{ tag: TAGS.printerGroup, attributes: this.#describe(textsOf(request, 'requested-attributes')) }];
      default:
        throw new Refusal(STATUS.unsupported);
    }
  }

  #print(request: WireRequest): EmulatedJob {
    const [name] = textsOf(request, 'job-name');
    const [user] = textsOf(request, 'requesting-user-name');
    if (this.isRefusing) throw new Refusal(STATUS.fault);
    if (textsOf(request, 'document-format')[0] !== 'image/pwg-raster') throw new Refusal(STATUS.format);
    if (this.jobs.open) throw new Refusal(STATUS.busy);
    const copies = request.attributes.find((each) => each.name === 'copies');
    if (copies && (copies.group !== TAGS.jobGroup || copies.values[0]?.readInt32BE() !== 1)) throw new Refusal(STATUS.badRequest);
    const { document } = request;
    if (!isPage(document)) throw new Refusal(STATUS.document);
    return this.jobs.add({ name: name ?? 'untitled', user: user ?? 'anonymous', document: Buffer.from(document) });
  }

  #jobOf(request: WireRequest): EmulatedJob {
    const id = request.attributes.find(({ name }) => name === 'job-id')?.values[0]?.readInt32BE();
    const job = this.jobs.all.find((candidate) => candidate.id === id);
    if (!job) throw new Refusal(STATUS.notFound);
    return job;
  }

  #list(request: WireRequest): Groups {
    const which = textsOf(request, 'which-jobs')[0] ?? 'not-completed';
    if (which !== 'completed' && which !== 'not-completed') throw new Refusal(STATUS.badRequest);
    const isMine = request.attributes.find(({ name }) => name === 'my-jobs')?.values[0]?.[0] === 1;
    const [user] = textsOf(request, 'requesting-user-name');
    return this.jobs.all
      .filter((job) => isEnded(job) === (which === 'completed') && (!isMine || job.user === user))
      .map((job) => describeJob(job, textsOf(request, 'requested-attributes')));
  }

  /** Answers that make no sense instead of the right one. */
  #wrongAnswers(body: Buffer): Buffer[] {
    // An answer to another request: every job is printed.
    const attributes = ['job-id', 'job-name', 'job-state', 'job-state-reasons', 'job-impressions-completed'];
    const jobs = this.jobs.all.map((job) => describeJob({ ...job, state: 'completed', impressions: 1 }, attributes));
    const other = writeResponse({ status: STATUS.ok, requestId: body.readUInt32BE(4) + 1_000, groups: jobs });
    return [
      http('200 OK', 'text/html', Buffer.from('<html>Welcome</html>')),
      http('200 OK', 'application/ipp', body.subarray(0, Math.floor(body.length * 0.6))),
      http('200 OK', 'application/ipp', other),
      Buffer.from('030,0,\x00\xff garbage\r\n\r\n', 'latin1'),
    ];
  }

  #describe(requested: readonly string[]): Buffer[] {
    const { model, serial } = this.identity;
    const reasons = this.reasons.size === 0 ? ['none'] : [...this.reasons];
    const state = this.reasons.size > 0 ? 5 : this.jobs.open ? 4 : 3;
    return select(requested, {
      'printer-make-and-model': (name) => attribute.text(TAGS.text, name, model),
      'printer-uuid': (name) => attribute.text(TAGS.uri, name, serial),
      'printer-firmware-string-version': (name) => attribute.text(TAGS.text, name, '1.2.3'),
      'printer-state': (name) => attribute.number(TAGS.enum, name, state),
      'printer-state-reasons': (name) => attribute.text(TAGS.keyword, name, ...reasons),
      'printer-is-accepting-jobs': (name) => attribute.boolean(name, true),
      'document-format-supported': (name) => attribute.text(TAGS.mimeMediaType, name, 'application/pdf', 'image/pwg-raster'),
      'pwg-raster-document-type-supported': (name) => attribute.text(TAGS.keyword, name, 'black_1', 'sgray_8'),
      'pwg-raster-document-resolution-supported': (name) => attribute.resolutions(name, 300, 600),
      'media-supported': (name) => attribute.text(TAGS.keyword, name, 'iso_a6_105x148mm', 'iso_a7_74x105mm'),
      'print-scaling-supported': (name) => attribute.text(TAGS.keyword, name, 'auto', 'none'),
      // A printer may send more than it was asked for.
      'media-col-default': (name) => attribute.collection(name),
      'printer-current-time': (name) => attribute.noValue(name),
    });
  }
}

/** The charset, the language and the address come first, in this order. */
function checkOrder({ version, requestId, attributes }: WireRequest): void {
  const names = attributes.slice(0, 3).map(({ name, group }) => `${group} ${name}`);
  const order = ['1 attributes-charset', '1 attributes-natural-language', '1 printer-uri'];
  const isWellFormed = version === 0x0200 && requestId > 0 && names.join() === order.join();
  if (!isWellFormed || new Set(attributes.map(({ name, group }) => `${group} ${name}`)).size < attributes.length) {
    throw new Refusal(STATUS.badRequest);
  }
}

function describeJob(job: EmulatedJob, requested: readonly string[] = ['job-id', 'job-state', 'job-state-reasons']): Groups[number] {
  const attributes = select(requested.length > 0 ? requested : ['job-id', 'job-uri'], {
    'job-id': (name) => attribute.number(TAGS.integer, name, job.id),
    'job-uri': (name) => attribute.text(TAGS.uri, name, `ipp://127.0.0.1${PATH}/${job.id}`),
    'job-name': (name) => attribute.text(TAGS.name, name, job.name),
    'job-state': (name) => attribute.number(TAGS.enum, name, JOB_STATES[job.state]),
    'job-state-reasons': (name) => attribute.text(TAGS.keyword, name, job.reason),
    'job-impressions-completed': (name) => attribute.number(TAGS.integer, name, job.impressions),
  });
  return { tag: TAGS.jobGroup, attributes };
}

/** A printer need not answer with an attribute that it was not asked for. */
function select(requested: readonly string[], known: Record<string, (name: string) => Buffer>): Buffer[] {
  return Object.entries(known)
    .filter(([name]) => requested.includes(name) || name === 'media-col-default' || name === 'printer-current-time')
    .map(([name, make]) => make(name));
}

function textsOf({ attributes }: WireRequest, wanted: string): string[] {
  return attributes.find(({ name }) => name === wanted)?.values.map((value) => value.toString()) ?? [];
}

function http(status: string, type: string, body: Buffer): Buffer {
  const head = `HTTP/1.1 ${status}\r\ncontent-type: ${type}\r\ncontent-length: ${body.length}\r\nconnection: close\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), body]);
}
