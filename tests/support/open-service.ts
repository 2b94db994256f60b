import { randomUUID } from 'node:crypto';
import { request as send, type IncomingHttpHeaders } from 'node:http';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { pino } from 'pino';
import { Audit } from '#controller/audit/audit.ts';
import { createController, type Controller } from '#controller/controller.ts';
import type { DrawingPool } from '#controller/drawing/drawing-pool.ts';
import type { Timers } from '#controller/platform/timers.ts';
import { HttpServer } from '#controller/http/http-server.ts';
import { IdempotencyKeys } from '#controller/idempotency/idempotency-keys.ts';
import { ApiKeys } from '#controller/keys/api-keys.ts';
import { signingKeyIn } from '#storage/audit-chain/signing-key.ts';
import { openControllerDatabase } from '#storage/database/controller-database.ts';
import type { ControllerDatabase } from '#storage/database/controller-schema.ts';
import { sharedDrawing } from './drawing.ts';
import { requireDocumented, ResponseSchemas, type ResponseDocument } from './response-schemas.ts';
import { until } from './until.ts';

export interface Call {
  method?: string;
  headers?: Record<string, string | string[]>;
  /** Objects travel as JSON, text and bytes as they are. */
  body?: unknown;
}

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  bytes: Buffer;
  text: string;
  /** The body as JSON. */
  json: unknown;
}

/** A controller behind its HTTP server, on a real port, with its database in memory or in a file. */
export interface OpenService {
  url: string;
  port: number;
  db: ControllerDatabase;
  controller: Controller;
  apiKeys: ApiKeys;
  audit: Audit;
  document: object;
  routes: HttpServer['routes'];
  /**
   * Sends the path exactly as it is given: a URL parser would resolve `..` in it. Rejects when the response differs from the OpenAPI document.
   */
  call(path: string, call?: Call): Promise<Answer>;
  close(): Promise<void>;
}

export interface OpenServiceOptions {
  virtualPrinters?: number;
  isSafeMode?: boolean;
  /** As where the service listens elsewhere than on loopback. */
  isKeyRequired?: boolean;
  /** The wall clock. */
  now?: () => number;
  /** The clock of bounce times and of products on the line. Default: a second passes between two looks, so that triggers never bounce. */
  monotonicNow?: () => number;
  /** The clock by which commands expire. */
  elapsed?: () => number;
  /** Milliseconds since the machine was switched on. Advances with the wall clock, unless that clock is set. */
  uptime?: () => number;
  /** For a test that says itself when time passes. */
  timers?: Timers;
  /** The file of its database; in memory when left out. */
  database?: string;
  /** What is in its database before it starts. */
  prepare?: (db: ControllerDatabase) => Promise<void>;
  /** What one client may ask for. */
  requestsPerSecond?: number;
  /** What draws labels; the caller stops it. */
  drawing?: DrawingPool;
  /** The folders with the fonts of its computer; none when left out. */
  fontFolders?: readonly string[];
}

/** Printers that warm up and print in no time, and triggers that never bounce. What happens every minute takes its time. */
const SHORT_TIMERS: Timers = {
  setTimeout: (act, delay) => setTimeout(act, delay < 60_000 ? delay / 100 : delay),
  clearTimeout: (handle) => clearTimeout(handle as NodeJS.Timeout),
};

/** Without a clock, one by which a second passes between two looks. */
function clockOf(given: (() => number) | undefined): () => number {
  let now = 0;
  return given ?? (() => (now += 1_000));
}

/** Opens a service without samples. */
export async function openService({
  virtualPrinters = 2,
  isSafeMode = false,
  isKeyRequired = false,
  now = () => Date.now(),
  elapsed,
  uptime,
  monotonicNow,
  timers = SHORT_TIMERS,
  database = ':memory:',
  prepare = () => Promise.resolve(),
  requestsPerSecond,
  drawing = sharedDrawing,
  fontFolders = [],
}: OpenServiceOptions = {}): Promise<OpenService> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'strobe-service-'));
  const db = openControllerDatabase(database);
  await prepare(db);
  const parts = { db, now, newId: () => randomUUID() };
  const controller = await createController({
    ...parts,
    ...{ dataFolder, drawing, virtualPrinters, isEmpty: true, isSafeMode, version: '0.0.0', samplesFolder: '' },
    timers,
    fontFolders,
    monotonicNow: clockOf(monotonicNow),
    elapsed,
    uptime,
    searchInterface: '127.0.0.1',
  });
  await controller.start();
  controller.startBackgroundWork();
  const keys = new IdempotencyKeys({ db, now: () => controller.clock.steady() });
  const apiKeys = new ApiKeys({ ...parts, timers });
  const audit = new Audit({
    ...parts,
    signingKey: signingKeyIn(join(dataFolder, 'audit-signing-key.pem')),
    clockState: () => controller.clock.state(),
    keep: (write) => controller.keep(write),
  });
  await audit.start();
  const server = await HttpServer.create({
    ...parts,
    controller,
    keys,
    access: { apiKeys, audit, isKeyRequired },
    host: '127.0.0.1',
    requestsPerSecond,
    log: pino({ level: 'silent' }),
  });
  const url = await server.listen(0);
  const document = server.document();
  schemas ??= new ResponseSchemas(document as ResponseDocument);
  return {
    url,
    port: Number(new URL(url).port),
    db,
    controller,
    apiKeys,
    audit,
    document,
    routes: server.routes,
    call: (path, call) => callDocumented(url, path, call),
    close: async () => {
      await server.close(1_000);
      await apiKeys.stop();
      await controller.stop();
      await db.destroy();
      rmSync(dataFolder, { recursive: true, force: true });
    },
  };
}

/** All services of a process have the same document. */
let schemas: ResponseSchemas | undefined;

async function callDocumented(url: string, path: string, call: Call = {}): Promise<Answer> {
  const answer = await callPath(url, path, call);
  const { status, headers } = answer;
  const type = headers['content-type'] ?? '';
  if (schemas) requireDocumented(schemas, { method: call.method ?? 'GET', path, status, type, text: decodedText(answer) });
  return answer;
}

function decodedText({ headers, bytes, text }: Answer): string {
  const encoding = headers['content-encoding'];
  if (bytes.length === 0 || encoding === undefined) return text;
  return (encoding === 'br' ? brotliDecompressSync(bytes) : gunzipSync(bytes)).toString();
}

function callPath(url: string, path: string, { method = 'GET', headers = {}, body }: Call = {}): Promise<Answer> {
  const { hostname, port } = new URL(url);
  const isJson = body !== undefined && typeof body !== 'string' && !(body instanceof Uint8Array);
  const allHeaders = { ...(isJson && { 'content-type': 'application/json' }), ...headers };
  return new Promise((resolve, reject) => {
    const request = send({ hostname, port, path, method, headers: allHeaders, agent: false }, (response) => {
      const pieces: Buffer[] = [];
      response.on('data', (piece: Buffer) => pieces.push(piece));
      response.on('error', reject);
      response.on('end', () => {
        const bytes = Buffer.concat(pieces);
        const text = bytes.toString();
        resolve({
          status: response.statusCode!,
          headers: response.headers,
          bytes,
          text,
          get json() {
            return JSON.parse(text) as unknown;
          },
        });
      });
    });
    request.on('error', reject);
    request.end(isJson ? JSON.stringify(body) : (body as string | Uint8Array | undefined));
  });
}

const printable = { format: 3, width: 40, height: 15 };

/** A small label whose text is the given one. */
export function textLabel(text: string): object {
  return { ...printable, objs: [{ type: 'Text', x: 2, y: 2, text, font: { family: 'Arial', height: 5 } }] };
}

/** Waits until a printer can print. */
export async function warm(service: OpenService, printer = 'Line%201'): Promise<void> {
  await until(
    async () => (await service.call(`/api/v3/printers/${printer}/status`)).json as { state: string },
    ({ state }) => state === 'STARTED',
  );
}
