import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Bitmap } from '#rendering/raster/bitmap.ts';
import { readPwg } from '../pwg-reader.ts';
import {
  booleanValue,
  dotsPerInchValue,
  enumValue,
  integerValue,
  readRequest,
  textValue,
  writeResponse,
  type WireGroup,
  type WireRequest,
} from './ipp-codec.ts';

export interface PagePrinterOptions {
  dpi: number;
  /** Milliseconds for one page. */
  printTime: number;
  /** Called for each page that comes out; `isWhole` is false for one that a power failure interrupts. */
  onPage: (page: { picture: Bitmap; isWhole: boolean }) => void;
}

interface Job {
  id: number;
  name: string;
  state: number;
  impressions: number;
  document: Buffer;
}

const STATES = { pending: 3, processing: 5, canceled: 7, completed: 9 };
const STATUS = { ok: 0x0000, notPossible: 0x0404, notFound: 0x0406, notSupported: 0x0501 };
/** Ended jobs that it still lists. */
const HISTORY = 50;

/** A printer that understands as much of IPP Everywhere as a print needs. It keeps its jobs in memory: a power failure loses them and their numbers. */
export class PagePrinter {
  readonly #options: PagePrinterOptions;
  #server: Server | undefined;
  #port = 0;
  #jobs: Job[] = [];
  #lastId = 0;
  #work: NodeJS.Timeout | undefined;

  constructor(options: PagePrinterOptions) {
    this.#options = options;
  }

  get port(): number {
    return this.#port;
  }

  /** Listens; from the second time on, on the same port. */
  async powerOn(): Promise<void> {
    const server = createServer((request, response) => void this.#answer(request, response));
    await new Promise<void>((resolve, reject) => server.once('error', reject).listen(this.#port, '127.0.0.1', resolve));
    this.#server = server;
    this.#port = (server.address() as AddressInfo).port;
  }

  /** Connections and jobs are lost; the page under the head stays as it is. */
  async cutPower(): Promise<void> {
    clearTimeout(this.#work);
    const printing = this.#jobs.find(({ state }) => state === STATES.processing);
    this.#jobs = [];
    this.#lastId = 0;
    if (printing) this.#options.onPage({ picture: readPwg(printing.document).bitmap, isWhole: false });
    const server = this.#server;
    this.#server = undefined;
    server?.closeAllConnections();
    if (server) await new Promise((resolve) => server.close(resolve));
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const parts: Buffer[] = [];
      for await (const part of request as AsyncIterable<Buffer>) parts.push(part);
      // A request that was still on its way when the power failed is lost.
      if (!this.#server) return;
      const wire = readRequest(Buffer.concat(parts));
      const { status = STATUS.ok, groups = [] } = this.#perform(wire);
      response.setHeader('content-type', 'application/ipp').end(writeResponse({ status, requestId: wire.requestId, groups }));
    } catch {
      request.socket.destroy();
    }
  }

  #perform(request: WireRequest): { status?: number; groups?: WireGroup[] } {
    const { operation } = request;
    const id = request.attributes.get('job-id')?.[0]?.bytes.readInt32BE(0);
    const job = this.#jobs.find((each) => each.id === id);
    switch (operation) {
      case 0x0002:
        return { groups: [describe(this.#print(request))] };
      case 0x0008:
        return { status: job ? this.#cancel(job) : STATUS.notFound };
      case 0x0009:
        return job ? { groups: [describe(job)] } : { status: STATUS.notFound };
      case 0x000a: {
        const isEnded = request.attributes.get('which-jobs')?.[0]?.bytes.toString() === 'completed';
        return { groups: this.#jobs.filter(({ state }) => state >= STATES.canceled === isEnded).map(describe) };
      }
      case 0x000b:
        return { groups: [this.#describePrinter()] };
      default:
        return { status: STATUS.notSupported };
    }
  }

  #print({ attributes, document }: WireRequest): Job {
    const name = attributes.get('job-name')?.[0]?.bytes.toString('utf8') ?? '';
    const job = { id: ++this.#lastId, name, state: STATES.pending, impressions: 0, document };
    this.#jobs.push(job);
    if (this.#jobs.length > HISTORY) this.#jobs.shift();
    this.#next();
    return job;
  }

  /** A page that is being printed is finished. */
  #cancel(job: Job): number {
    if (job.state >= STATES.canceled) return STATUS.notPossible;
    if (job.state === STATES.pending) job.state = STATES.canceled;
    return STATUS.ok;
  }

  #next(): void {
    if (this.#jobs.some(({ state }) => state === STATES.processing)) return;
    const job = this.#jobs.find(({ state }) => state === STATES.pending);
    if (!job) return;
    job.state = STATES.processing;
    this.#work = setTimeout(() => {
      this.#options.onPage({ picture: readPwg(job.document).bitmap, isWhole: true });
      Object.assign(job, { state: STATES.completed, impressions: 1 });
      this.#next();
    }, this.#options.printTime);
  }

  #describePrinter(): WireGroup {
    const isBusy = this.#jobs.some(({ state }) => state === STATES.processing);
    return {
      tag: 0x04,
      attributes: [
        ['printer-make-and-model', textValue(0x41, 'Page printer')],
        ['printer-uuid', textValue(0x45, 'urn:uuid:8f2f1d0e-0000-4000-8000-000000000001')],
        ['printer-state', enumValue(isBusy ? 4 : 3)],
        ['printer-state-reasons', textValue(0x44, 'none')],
        ['printer-is-accepting-jobs', booleanValue(true)],
        ['document-format-supported', textValue(0x49, 'image/pwg-raster')],
        ['pwg-raster-document-type-supported', textValue(0x44, 'black_1'), textValue(0x44, 'sgray_8')],
        ['pwg-raster-document-resolution-supported', dotsPerInchValue(this.#options.dpi)],
        ['print-scaling-supported', textValue(0x44, 'none')],
      ],
    };
  }
}

function describe({ id, name, state, impressions }: Job): WireGroup {
  return {
    tag: 0x02,
    attributes: [
      ['job-id', integerValue(id)],
      ['job-name', textValue(0x42, name)],
      ['job-state', enumValue(state)],
      ['job-state-reasons', textValue(0x44, 'none')],
      ['job-impressions-completed', integerValue(impressions)],
    ],
  };
}
