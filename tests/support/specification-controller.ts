import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An answer: a status and a JSON body, or none. */
interface Reply {
  status: number;
  body?: unknown;
}

interface Call {
  method: string;
  query: URLSearchParams;
  body: string;
}

/** The requests to a printer, in order. */
export interface Order {
  printer: string;
  operation: 'printJob' | 'abortPrint' | 'trigger';
  body: string;
}

interface Counters {
  triggers: number;
  triggerBounces: number;
  printedLabels: number;
}

type Handler = (call: Call, ...names: string[]) => Reply;

const EMPTY: Reply = { status: 200 };
const MISSING: Reply = { status: 404 };
const HOUR = 3_600;

/**
 * A controller that implements the specification of the printer control interface only: no extensions, no headers, no
 * answers where it defines none, errors without a body, and its own choice where it leaves something open (the fields of a table, a label
 * and a status). Names are stored as sent, in the order of arrival.
 */
export class SpecificationController {
  readonly labels = new Map<string, unknown>();
  readonly tables = new Map<string, unknown>();
  readonly variables = new Map<string, Record<string, unknown>>();
  readonly printers = new Map<string, Record<string, unknown>>();
  readonly counters = new Map<string, Counters>();
  /** The status of the printers. */
  status: unknown = { state: 'STARTED' };
  readonly orders: Order[] = [];
  /** Requests beyond the specification, except the one that detects extensions. */
  readonly strangers: string[] = [];
  readonly #selected = new Map<string, string>();
  readonly #printedAt: number[] = [];
  #server: Server | undefined;

  /** Listens on a free port and returns the base address. */
  async start(): Promise<string> {
    const server = createServer((request, response) => void this.#answer(request, response));
    this.#server = server;
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(0, '127.0.0.1', resolve);
    });
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.#server?.closeAllConnections();
    await new Promise((resolve) => (this.#server ? this.#server.close(resolve) : resolve(undefined)));
  }

  /** The selected job of a printer; undefined without one. */
  selected(printer: string): unknown {
    const body = this.#selected.get(printer);
    return body === undefined ? undefined : (JSON.parse(body) as unknown);
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const url = new URL(request.url ?? '/', 'http://controller');
    const call = { method: request.method ?? '', query: url.searchParams, body: Buffer.concat(chunks).toString('utf8') };
    const { status, body } = this.#routed(url.pathname, call);
    response.writeHead(status, body === undefined ? {} : { 'content-type': 'application/json' });
    response.end(body === undefined ? undefined : JSON.stringify(body));
  }

  /** Refuses invalid input without a body. */
  #routed(path: string, call: Call): Reply {
    try {
      return this.#route(path, call);
    } catch {
      return { status: 400 };
    }
  }

  #route(path: string, call: Call): Reply {
    for (const [pattern, handler] of this.#paths) {
      const found = pattern.exec(path);
      if (found) return handler(call, ...found.slice(1).map(decodeURIComponent));
    }
    if (path !== '/healthz') this.strangers.push(`${call.method} ${path}`);
    return MISSING;
  }

  readonly #paths: [RegExp, Handler][] = [
    [/^\/api\/v3\/labels$/, () => ({ status: 200, body: this.#dictionary(this.labels) })],
    [/^\/api\/v3\/labels\/([^/]+)\/simulation$/, (call, name) => this.#simulate(call, name ?? '')],
    [/^\/api\/v3\/labels\/([^/]+)$/, (call, name) => this.#resource(this.labels, call, name ?? '')],
    [/^\/api\/v3\/tables$/, () => ({ status: 200, body: this.#dictionary(this.tables) })],
    [/^\/api\/v3\/tables\/([^/]+)$/, (call, name) => this.#resource(this.tables, call, name ?? '')],
    [/^\/api\/v3\/variables$/, () => ({ status: 200, body: [...this.variables].map(([name, { value }]) => ({ name, value })) })],
    [/^\/api\/v3\/variables\/([^/]+)$/, (call, name) => this.#variable(call, name ?? '')],
    [/^\/api\/v3\/printers$/, () => ({ status: 200, body: Object.fromEntries(this.printers) })],
    [/^\/api\/v3\/printers\/([^/]+)\/status$/, (_, name) => this.#ofPrinter(name, () => ({ status: 200, body: this.status }))],
    [/^\/api\/v3\/printers\/([^/]+)\/printCounters$/, (_, name) => this.#ofPrinter(name, () => this.#count(name ?? ''))],
    [/^\/api\/v3\/printers\/([^/]+)\/printHistory$/, (call, name) => this.#ofPrinter(name, () => this.#history(call))],
    [
      /^\/api\/v3\/printers\/([^/]+)\/(printJob|abortPrint|trigger)$/,
      (call, name, operation) => this.#ofPrinter(name, () => this.#order(call, name ?? '', operation as Order['operation'])),
    ],
  ];

  #ofPrinter(name: string | undefined, reply: () => Reply): Reply {
    return this.printers.has(name ?? '') ? reply() : MISSING;
  }

  /** A dictionary with empty objects. */
  #dictionary(resources: Map<string, unknown>): Record<string, unknown> {
    return Object.fromEntries([...resources.keys()].map((name) => [name, {}]));
  }

  #resource(resources: Map<string, unknown>, { method, body }: Call, name: string): Reply {
    if (method === 'PUT') {
      resources.set(name, JSON.parse(body));
      return EMPTY;
    }
    if (!resources.has(name)) return MISSING;
    if (method === 'GET') return { status: 200, body: resources.get(name) };
    resources.delete(name);
    return EMPTY;
  }

  /** Refuses a body with a field that a variable does not have. */
  #variable(call: Call, name: string): Reply {
    const fields = call.method === 'PUT' ? Object.keys(JSON.parse(call.body) as object) : [];
    if (fields.some((field) => !['value', 'description', 'userEdit'].includes(field))) return { status: 400 };
    return this.#resource(this.variables, call, name);
  }

  #simulate({ query }: Call, name: string): Reply {
    const parts = ['tableName', 'keyColumn', 'key'].filter((part) => query.has(part));
    if (parts.length > 0 && parts.length < 3) return { status: 400 };
    if (!this.labels.has(name)) return MISSING;
    const text = JSON.stringify(this.labels.get(name)).replaceAll('{YEAR}', String(new Date().getFullYear()));
    return { status: 200, body: JSON.parse(text) };
  }

  #count(printer: string): Reply {
    return { status: 200, body: this.counters.get(printer) ?? { triggers: 0, triggerBounces: 0, printedLabels: 0 } };
  }

  #history({ query }: Call): Reply {
    if (!['MINUTES', 'HOURS', 'DAYS', 'WEEKS'].includes(query.get('resolution') ?? 'DAYS')) return { status: 400 };
    const [start, end] = [Number(query.get('start') ?? 0), Number(query.get('end') ?? Number.MAX_SAFE_INTEGER)];
    const prints = this.#printedAt.filter((at) => at >= start && at <= end);
    const time = [...new Set(prints.map((at) => at - (at % HOUR)))];
    return { status: 200, body: { time, count: time.map((from) => prints.filter((at) => at - (at % HOUR) === from).length) } };
  }

  #order({ body }: Call, printer: string, operation: Order['operation']): Reply {
    this.orders.push({ printer, operation, body });
    if (operation === 'trigger') return this.#print(printer);
    if (operation === 'printJob' && body.trim() !== '') this.#selected.set(printer, body);
    else this.#selected.delete(printer);
    return EMPTY;
  }

  #print(printer: string): Reply {
    if (!this.#selected.has(printer)) return { status: 409 };
    const { triggers, triggerBounces, printedLabels } = this.counters.get(printer) ?? { triggers: 0, triggerBounces: 0, printedLabels: 0 };
    this.counters.set(printer, { triggers: triggers + 1, triggerBounces, printedLabels: printedLabels + 1 });
    this.#printedAt.push(Math.floor(Date.now() / 1_000));
    return EMPTY;
  }
}
