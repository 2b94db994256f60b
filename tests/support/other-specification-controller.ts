import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { isDeepStrictEqual } from 'node:util';

/** What a handler knows of its request. `names` are the decoded names in the path. */
interface Call {
  names: string[];
  query: URLSearchParams;
  body: string;
  ifMatch: string | undefined;
}

type Reply = { status: 200; json: unknown; etag?: string } | { status: 204 } | { status: 400 | 404 | 409 | 412 | 415; reason: string };
type Handler = (call: Call) => Reply;
type Store = Map<string, unknown>;

const DONE: Reply = { status: 204 };
const BUCKET_SECONDS: Record<string, number> = { MINUTES: 60, HOURS: 3_600, DAYS: 86_400, WEEKS: 604_800 };
const MISSING: Reply = { status: 404, reason: 'no such item' };

/**
 * A controller written from the text of the specification alone, with other choices than `SpecificationController` where the text leaves a choice:
 * every change is answered with 204, errors are plain text, answers are chunked, the connection is closed after each answer, dictionaries contain the
 * whole objects in reverse order of their names, and labels and tables have an ETag that PUT and DELETE compare with If-Match.
 */
export class OtherSpecificationController {
  readonly printers: Store = new Map();
  readonly labels: Store = new Map();
  readonly tables: Store = new Map();
  readonly variables: Store = new Map();
  /** The commands to printers, oldest first, each with its body as it was sent. */
  readonly orders: { printer: string; operation: string; body: string }[] = [];
  /** Requests for anything that the specification does not have. */
  readonly strangers: string[] = [];
  status: unknown = { queueLength: 0, ink: [], errors: [], ragStatus: 'GREEN', state: 'STARTED' };
  /** Runs before a PUT is handled: another client's change in the meantime. */
  beforePut: () => void = () => undefined;
  readonly #prints: { printer: string; seconds: number }[] = [];
  readonly #jobs = new Map<string, Record<string, unknown>>();
  readonly #server = createServer((request, response) => void this.#serve(request, response));

  /** The job that a printer has now. */
  selected(printer: string): Record<string, unknown> | undefined {
    return this.#jobs.get(printer);
  }

  async start(): Promise<string> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  /** By method and path; `*` is a name. */
  readonly #operations: Record<string, Handler> = {
    'GET printers': () => ({ status: 200, json: Object.fromEntries(this.printers) }),
    'GET printers/*/status': (call) => this.#ofPrinter(call, () => ({ status: 200, json: this.status })),
    'GET printers/*/printCounters': (call) => this.#ofPrinter(call, (printer) => this.#counters(printer)),
    'GET printCounters': () => this.#ofOnlyPrinter((printer) => this.#counters(printer)),
    'GET printers/*/printHistory': (call) => this.#ofPrinter(call, (printer) => this.#history(printer, call.query)),
    'GET printHistory': (call) => this.#ofOnlyPrinter((printer) => this.#history(printer, call.query)),
    'POST printers/*/printJob': (call) => this.#ofPrinter(call, (printer) => this.#select(printer, call.body)),
    'POST printers/*/abortPrint': (call) => this.#ofPrinter(call, (printer) => this.#order(printer, 'abortPrint', call.body)),
    'POST printers/*/trigger': (call) => this.#ofPrinter(call, (printer) => this.#trigger(printer, call.body)),
    'GET labels/*/simulation': (call) => this.#simulate(call),
    ...resourceOperations('labels', this.labels, () => this.beforePut()),
    ...resourceOperations('tables', this.tables, () => this.beforePut()),
    ...resourceOperations('variables', this.variables, () => this.beforePut()),
    'GET variables': () => ({
      status: 200,
      json: [...this.variables].map(([name, variable]) => ({ value: (variable as { value: string }).value, name })),
    }),
  };

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://controller');
    const steps = pathname.split('/').slice(1);
    const resource = steps.slice(2);
    const key = `${request.method} ${resource.map((step, at) => (at === 1 ? '*' : step)).join('/')}`;
    const handler = steps.slice(0, 2).join('/') === 'api/v3' ? this.#operations[key] : undefined;
    if (!handler && pathname !== '/healthz') this.strangers.push(`${request.method} ${request.url}`);
    const call: Call = {
      names: resource.slice(1, 2).map(decodeURIComponent),
      query: searchParams,
      body: await text(request),
      ifMatch: request.headers['if-match'],
    };
    send(response, isOtherMediaType(request, call.body) ? { status: 415, reason: 'JSON only' } : (handler?.(call) ?? MISSING));
  }

  #ofPrinter({ names: [printer = ''] }: Call, answer: (printer: string) => Reply): Reply {
    return this.printers.has(printer) ? answer(printer) : MISSING;
  }

  #ofOnlyPrinter(answer: (printer: string) => Reply): Reply {
    const [printer, ...others] = this.printers.keys();
    return printer === undefined || others.length > 0 ? { status: 400, reason: 'name a printer' } : answer(printer);
  }

  #order(printer: string, operation: string, body: string): Reply {
    this.orders.push({ printer, operation, body });
    return DONE;
  }

  #select(printer: string, body: string): Reply {
    this.#order(printer, 'printJob', body);
    if (body === '') {
      this.#jobs.delete(printer);
      return DONE;
    }
    const job = JSON.parse(body) as Record<string, unknown>;
    if (!this.labels.has(String(job['labelName'])) && job['labelColumn'] === undefined) return MISSING;
    if (job['tableName'] !== undefined && !this.tables.has(String(job['tableName']))) return MISSING;
    this.#jobs.set(printer, job);
    return DONE;
  }

  #trigger(printer: string, body: string): Reply {
    if (!this.#jobs.has(printer)) return { status: 409, reason: 'nothing is selected' };
    this.#prints.push({ printer, seconds: Math.floor(Date.now() / 1_000) });
    return this.#order(printer, 'trigger', body);
  }

  #counters(printer: string): Reply {
    const count = this.#prints.filter((print) => print.printer === printer).length;
    return { status: 200, json: { printedLabels: count, triggerBounces: 0, triggers: count } };
  }

  /** Leaves out empty buckets: the specification asks for parallel arrays only. */
  #history(printer: string, query: URLSearchParams): Reply {
    const width = BUCKET_SECONDS[query.get('resolution') ?? 'DAYS'];
    if (width === undefined) return { status: 400, reason: 'unknown resolution' };
    const [start, end] = [Number(query.get('start') ?? 0), Number(query.get('end') ?? Number.MAX_SAFE_INTEGER)];
    const within = this.#prints.filter((print) => print.printer === printer && print.seconds >= start && print.seconds <= end);
    const buckets = Map.groupBy(within, ({ seconds }) => Math.floor(seconds / width) * width);
    return { status: 200, json: { count: [...buckets.values()].map(({ length }) => length), time: [...buckets.keys()] } };
  }

  #simulate({ names: [name = ''], query }: Call): Reply {
    const label = this.labels.get(name);
    if (label === undefined) return MISSING;
    const given = ['tableName', 'keyColumn', 'key'].map((parameter) => query.get(parameter));
    if (given.every((value) => value === null)) return { status: 200, json: this.#resolved(label, new Map()) };
    const [tableName, keyColumn, key] = given;
    if (typeof tableName !== 'string' || typeof keyColumn !== 'string' || typeof key !== 'string')
      return { status: 400, reason: 'tableName, keyColumn and key belong together' };
    const { columns = [], rows = [] } = (this.tables.get(tableName) ?? {}) as { columns?: string[]; rows?: string[][] };
    const row = rows.find((cells) => cells[columns.indexOf(keyColumn)] === key);
    if (!row) return MISSING;
    return { status: 200, json: this.#resolved(label, new Map(columns.map((column, at) => [column, row[at] ?? '']))) };
  }

  /** The same document with the values in place of the codes, in whatever field they are. */
  #resolved(value: unknown, row: ReadonlyMap<string, string>): unknown {
    if (typeof value === 'string') {
      return value
        .replaceAll('{YEAR}', () => String(new Date().getFullYear()))
        .replaceAll(
          /\{VARIABLE;([^{}]+)\}/g,
          (_, name: string) => (this.variables.get(name) as { value?: string } | undefined)?.value ?? '',
        )
        .replaceAll(/\{TABLE;([^{}]+)\}/g, (code, column: string) => row.get(column) ?? code);
    }
    if (Array.isArray(value)) return value.map((item) => this.#resolved(item, row));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, this.#resolved(item, row)]));
  }
}

/** The five operations of labels, tables and variables. */
function resourceOperations(noun: string, store: Store, beforePut: () => void): Record<string, Handler> {
  const change = ({ names: [name = ''], ifMatch }: Call, apply: (name: string) => void): Reply => {
    if (ifMatch !== undefined && ifMatch !== etagOf(store.get(name))) return { status: 412, reason: 'changed by another client' };
    apply(name);
    return DONE;
  };
  return {
    [`GET ${noun}`]: () => ({ status: 200, json: Object.fromEntries([...store].toSorted().reverse()) }),
    [`GET ${noun}/*`]: ({ names: [name = ''] }) => {
      const json = store.get(name);
      return json === undefined ? MISSING : { status: 200, json, etag: etagOf(json) };
    },
    [`PUT ${noun}/*`]: (call) => {
      beforePut();
      const document: unknown = JSON.parse(call.body);
      return change(call, (name) => {
        if (!isDeepStrictEqual(store.get(name), document)) store.set(name, document);
      });
    },
    [`DELETE ${noun}/*`]: (call) => (store.has(call.names[0] ?? '') ? change(call, (name) => store.delete(name)) : MISSING),
  };
}

function etagOf(document: unknown): string {
  return `"${createHash('sha256')
    .update(JSON.stringify(document) ?? '')
    .digest('base64url')}"`;
}

function isOtherMediaType({ headers }: IncomingMessage, body: string): boolean {
  return body !== '' && !(headers['content-type'] ?? '').startsWith('application/json');
}

/** Sends the answer in two chunks, without a length, and closes the connection. */
function send(response: ServerResponse, reply: Reply): void {
  response.statusCode = reply.status;
  response.setHeader('connection', 'close');
  if (reply.status === 204) {
    response.end();
    return;
  }
  response.setHeader('content-type', reply.status === 200 ? 'application/json;charset=UTF-8' : 'text/plain');
  if (reply.status === 200 && reply.etag !== undefined) response.setHeader('etag', reply.etag);
  const body = Buffer.from(reply.status === 200 ? JSON.stringify(reply.json, null, 1) : reply.reason);
  const middle = Math.ceil(body.length / 2);
  response.write(body.subarray(0, middle));
  response.end(body.subarray(middle));
}
