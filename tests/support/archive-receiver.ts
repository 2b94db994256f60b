import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CsvRows } from '#contract/csv/csv-rows.ts';
import { ARCHIVE_COLUMNS, ARCHIVE_HEADER, MAX_BATCH, STATE_REVISIONS, type ArchiveColumn } from '#contract/plant/archived-print.ts';
import { controllerReportSchema, type ControllerReport } from '#contract/plant/plant-controller.ts';

/** A print as it was sent; an empty cell is the empty text. */
export type ReceivedPrint = Record<ArchiveColumn, string>;

export const PLANT_KEY = 'key-of-the-plant';

/** Answers a request for prints instead of the archive. Returns whether it did. */
export type ArchiveAnswer = (response: ServerResponse, prints: ReceivedPrint[]) => boolean | Promise<boolean>;

/** An archive of a plant on this machine that behaves as the contract says, and whose refusals a test decides. */
export class ArchiveReceiver {
  /** The furthest state of each print, by id. */
  readonly archive = new Map<number, ReceivedPrint>();
  readonly documents = new Map<string, string>();
  /** The ids of each batch that was taken. */
  readonly batches: number[][] = [];
  readonly reports: ControllerReport[] = [];
  /** The answers to the next batches; then `usual`. */
  readonly answers: ArchiveAnswer[] = [];
  usual: ArchiveAnswer = () => false;
  /** The controller whose requests came. */
  controller: string | undefined;
  /** What was wrong with requests. */
  readonly faults: string[] = [];
  #server: Server | undefined;
  #port = 0;

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** The ids of the archived prints in the order of their first arrival. */
  get ids(): number[] {
    return [...this.archive.keys()];
  }

  /** Listens; again on the same port. */
  async start(): Promise<this> {
    this.#server = createServer((request, response) => void this.#handle(request, response));
    this.#server.listen(this.#port, '127.0.0.1');
    await once(this.#server, 'listening');
    this.#port = (this.#server.address() as AddressInfo).port;
    return this;
  }

  /** Ends all connections. */
  async stop(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    if (!server) return;
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const body = Buffer.concat(parts);
    if (request.headers.authorization !== `Bearer ${PLANT_KEY}`) return problem(response, 401, 'unknown key');
    const [, kind, name = '', prints] = /^\/plant\/v1\/(controllers|documents)\/([^/]+)(\/prints)?$/.exec(request.url ?? '') ?? [];
    if (kind === 'documents') this.documents.set(name, body.toString());
    if (kind === undefined) return problem(response, 404, `there is no ${request.url}`);
    if (kind === 'documents') return void response.writeHead(204).end();
    this.controller = name;
    if (prints !== undefined) return this.#takePrints(body, response);
    this.reports.push(controllerReportSchema.parse(JSON.parse(body.toString())));
    response.writeHead(204).end();
  }

  async #takePrints(body: Buffer, response: ServerResponse): Promise<void> {
    const [header, ...rows] = new CsvRows(',').take(body.toString(), true).map(({ cells }) => cells);
    const prints = rows.map((cells) => Object.fromEntries(ARCHIVE_COLUMNS.map((column, at) => [column, cells[at] ?? ''])) as ReceivedPrint);
    if (header?.join(',') !== ARCHIVE_HEADER) this.faults.push('another header');
    if (prints.length > MAX_BATCH.prints || body.length > MAX_BATCH.bytes) return problem(response, 413, 'too large');
    if (await (this.answers.shift() ?? this.usual)(response, prints)) return;
    this.store(prints);
    const missing = new Set(prints.map(({ documentHash }) => documentHash).filter((hash) => !this.documents.has(hash)));
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ stored: prints.length, missingDocuments: [...missing] }));
  }

  /** Keeps the furthest state of each print. */
  store(prints: readonly ReceivedPrint[]): void {
    this.batches.push(prints.map(({ print }) => Number(print)));
    for (const print of prints) {
      const before = this.archive.get(Number(print.print));
      if (before && revisionOf(before) > revisionOf(print)) continue;
      this.archive.set(Number(print.print), print);
    }
  }
}

/** Answers with a problem of RFC 9457. */
export function problem(response: ServerResponse, status: number, detail: string): void {
  response.writeHead(status, { 'content-type': 'application/problem+json' }).end(JSON.stringify({ title: 'Refused', status, detail }));
}

function revisionOf({ state }: ReceivedPrint): number {
  return (STATE_REVISIONS as Record<string, number>)[state] ?? -1;
}
