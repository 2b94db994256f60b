import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import { decodeIpp, encodeIpp, type IppAttribute, type IppGroup, type IppMessage } from '#controller/engines/ipp/ipp-message.ts';

export interface FakeJob {
  jobId: number;
  name: string;
  state: number;
  impressions?: number | undefined;
  document: Uint8Array;
}

export type Operation = 'print' | 'cancel' | 'job' | 'jobs' | 'printer';
/**
 * What the printer does with a request: as it should; an answer that is no IPP; nothing at all; a closed connection, before or after it did
 * what was asked; or a status, of IPP from 0x0400 on, otherwise of HTTP.
 */
export type Fault = 'garbage' | 'silence' | 'hang-up' | 'hang-up-after' | number;

export const JOB_STATES = { processing: 5, canceled: 7, aborted: 8, completed: 9 };

const OPERATIONS: Record<number, Operation> = { 0x02: 'print', 0x08: 'cancel', 0x09: 'job', 0x0a: 'jobs', 0x0b: 'printer' };
const NOT_FOUND = 0x0406;
const NOT_POSSIBLE = 0x0404;

/** An IPP printer inside the test, with faults on demand. Its jobs change when the test says so. */
export class FakeIppPrinter {
  model = 'Fake 1';
  serial = 'urn:uuid:1';
  state = 3;
  reasons = ['none'];
  isAccepting = true;
  /** `user:password` that it asks for; undefined: it asks for none. */
  credentials: string | undefined;
  media = ['iso_a6_105x148mm'];
  types = ['black_1', 'sgray_8'];
  /** Whether a cancelled job ends at once. */
  cancels = true;
  readonly jobs: FakeJob[] = [];
  /** The requests that it has got, oldest first. */
  readonly requests: Operation[] = [];
  readonly faults = new Map<Operation, Fault>();
  /** Connections that the other side reset. */
  resets = 0;
  readonly #server: Server;
  #isSecure = false;

  private constructor(server: Server) {
    this.#server = server;
  }

  static async start(tls?: { cert: string; key: string }): Promise<FakeIppPrinter> {
    const server = tls ? createSecureServer(tls) : createServer();
    const printer = new FakeIppPrinter(server);
    printer.#isSecure = tls !== undefined;
    server.on('request', (request, response) => void printer.#answer(request, response));
    const count = (error: Error) => (printer.resets += 'code' in error && error.code === 'ECONNRESET' ? 1 : 0);
    server.on(tls ? 'secureConnection' : 'connection', (socket: Socket) => socket.on('error', count));
    await once(server.listen(0, '127.0.0.1'), 'listening');
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    return printer;
  }

  get url(): string {
    return `${this.#isSecure ? 'ipps' : 'ipp'}://127.0.0.1:${(this.#server.address() as AddressInfo).port}/ipp/print`;
  }

  /** The only job, or the newest one. */
  get job(): FakeJob {
    return this.jobs.at(-1)!;
  }

  /** Ends the newest job. */
  end(state: 'completed' | 'canceled' | 'aborted', impressions?: number): void {
    this.job.state = JOB_STATES[state];
    this.job.impressions = impressions;
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const parts: Buffer[] = [];
    for await (const part of request as AsyncIterable<Buffer>) parts.push(part);
    const message = decodeIpp(Buffer.concat(parts));
    const operation = OPERATIONS[message.code]!;
    this.requests.push(operation);
    const fault = this.faults.get(operation);
    if (this.credentials !== undefined && request.headers.authorization !== basic(this.credentials)) {
      return void response.writeHead(401, { 'www-authenticate': 'Basic realm="printer"' }).end();
    }
    if (fault === 'silence') return;
    if (fault === 'hang-up') return void request.socket.destroy();
    if (fault === 'garbage') return void response.setHeader('content-type', 'application/ipp').end('<html>');
    if (fault !== 'hang-up-after' && fault !== undefined) return this.#refuse(response, message, fault);
    const answer = this.#perform(operation, message);
    if (fault === 'hang-up-after') return void request.socket.destroy();
    response.setHeader('content-type', 'application/ipp').end(answer);
  }

  #refuse(response: ServerResponse, message: IppMessage, status: number): void {
    if (status < 0x0400) response.writeHead(status).end();
    else response.setHeader('content-type', 'application/ipp').end(reply(message, [], status));
  }

  #perform(operation: Operation, message: IppMessage): Buffer {
    const text = (name: string) => valueOf(message, name);
    const job = this.jobs.find(({ jobId }) => jobId === text('job-id'));
    switch (operation) {
      case 'printer':
        return reply(message, [{ tag: 4, attributes: this.#attributes() }]);
      case 'print':
        this.jobs.push({
          jobId: this.jobs.length + 1,
          name: String(text('job-name')),
          state: JOB_STATES.processing,
          document: message.data,
        });
        return reply(message, [describeJob(this.job)]);
      case 'job':
        return job ? reply(message, [describeJob(job)]) : reply(message, [], NOT_FOUND);
      case 'jobs': {
        const isEnded = text('which-jobs') === 'completed';
        return reply(message, this.jobs.filter(({ state }) => state >= JOB_STATES.canceled === isEnded).map(describeJob));
      }
      case 'cancel':
        if (!job || job.state >= JOB_STATES.canceled) return reply(message, [], NOT_POSSIBLE);
        if (this.cancels) Object.assign(job, { state: JOB_STATES.canceled, impressions: job.impressions ?? 0 });
        return reply(message, []);
    }
  }

  #attributes(): IppAttribute[] {
    return [
      { name: 'printer-make-and-model', tag: 0x41, values: [this.model] },
      { name: 'printer-uuid', tag: 0x45, values: [this.serial] },
      { name: 'printer-state', tag: 0x23, values: [this.state] },
      { name: 'printer-state-reasons', tag: 0x44, values: this.reasons },
      { name: 'printer-is-accepting-jobs', tag: 0x22, values: [this.isAccepting] },
      { name: 'document-format-supported', tag: 0x49, values: ['image/pwg-raster'] },
      { name: 'pwg-raster-document-type-supported', tag: 0x44, values: this.types },
      { name: 'pwg-raster-document-resolution-supported', tag: 0x32, values: [{ across: 300, down: 300, unit: 'inch' }] },
      { name: 'media-supported', tag: 0x44, values: this.media },
    ];
  }
}

function describeJob({ jobId, name, state, impressions }: FakeJob): IppGroup {
  return {
    tag: 2,
    attributes: [
      { name: 'job-id', tag: 0x21, values: [jobId] },
      { name: 'job-name', tag: 0x42, values: [name] },
      { name: 'job-state', tag: 0x23, values: [state] },
      ...(impressions === undefined ? [] : [{ name: 'job-impressions-completed', tag: 0x21, values: [impressions] }]),
    ],
  };
}

function valueOf({ groups }: IppMessage, name: string): unknown {
  return groups.flatMap(({ attributes }) => attributes).find((attribute) => attribute.name === name)?.values[0];
}

function reply({ requestId }: IppMessage, groups: IppGroup[], status = 0): Buffer {
  const operation = { tag: 1, attributes: [{ name: 'attributes-charset', tag: 0x47, values: ['utf-8'] }] };
  return encodeIpp({ code: status, requestId, groups: [operation, ...groups], data: new Uint8Array() });
}

function basic(credentials: string): string {
  return `Basic ${Buffer.from(credentials, 'utf8').toString('base64')}`;
}
