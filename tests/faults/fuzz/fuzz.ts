import { Agent, request } from 'node:http';
import { callApi, readApi } from '#support/call-api.ts';
import { startController } from '#support/controller-process.ts';
import { LiveMemoryProbe } from '#support/live-memory.ts';
import { Violation, type Order } from '../fault-run.ts';
import { Judge, type FuzzAnswer } from './judge.ts';
import { MemoryFloor } from './memory-floor.ts';
import { operationsOf, type Document } from './open-api.ts';
import { makeRequest, type FuzzRequest } from './requests.ts';

const CLIENTS = 6;
const REPORT_EVERY = 1_000;
const PATIENCE = 30_000;
const MEBIBYTE = 1024 * 1024;

/**
 * Sends valid, nearly valid and hostile requests generated from the service's own OpenAPI document. No request may cause a server error,
 * and every response must conform to the document.
 */
export async function fuzz({ amount, seed, tell }: Order): Promise<string> {
  const flags = ['--empty', '--virtual-printers', '2', '--requests-per-second', '1000000', '--log-level', 'error'];
  const probe = new LiveMemoryProbe();
  const controller = await startController({ flags, under: probe.under });
  const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS });
  try {
    await furnish(controller.url);
    const document = await readApi<Document>(`${controller.url}/api/v3/openapi.json`);
    const operations = operationsOf(document);
    const judge = new Judge(document);
    const statuses = new Map<number, number>();
    let next = 0;
    const memory = new MemoryFloor(amount, () => probe.read());
    const client = async (): Promise<void> => {
      while (next < amount) {
        const fuzzRequest = makeRequest(document, operations, { seed, number: (next += 1) });
        if (memory.isDue(fuzzRequest.number))
          tell(`${fuzzRequest.number} requests, ${Math.round((await memory.look(fuzzRequest.number)) / MEBIBYTE)} MiB live`);
        else if (fuzzRequest.number % REPORT_EVERY === 0) tell(`${fuzzRequest.number} requests`);
        const answer = await send(controller.url, agent, fuzzRequest);
        statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
        const fault = judge.fault(fuzzRequest, answer);
        if (fault !== undefined) throw new Violation(`${describeRequest(fuzzRequest)}\nwas answered ${answer.status}: ${fault}`);
      }
    };
    await Promise.all(Array.from({ length: CLIENTS }, client));
    const counts = [...statuses].sort(([a], [b]) => a - b).map(([status, count]) => `${status}: ${count}`);
    return `${amount} requests to ${operations.length} operations, answered ${counts.join(', ')}; ${figuresOf(memory)}`;
  } finally {
    agent.destroy();
    await controller.stop();
    probe.remove();
  }
}

/** Throws a `Violation` if the memory grew. */
function figuresOf(memory: MemoryFloor): string {
  const { fault, figures } = memory.judge();
  if (fault !== undefined) throw new Violation(fault);
  return figures;
}

/** Creates one item of every kind, so that names refer to something. */
async function furnish(url: string): Promise<void> {
  const api = `${url}/api/v3`;
  await callApi('PUT', `${api}/variables/Batch`, { value: 'B1', userEdit: true });
  await callApi('PUT', `${api}/counters/Serial`, { value: 1, maxValue: 99_999_999 });
  await callApi('PUT', `${api}/shiftCodes/Shift`, { shifts: [{ offset: 0, code: 'A' }] });
  await callApi('PUT', `${api}/tables/Products`, 'SKU,Name\nS12,Medium\nS13,Large\n');
  const text = { type: 'Text', x: 1, y: 1, text: '{VARIABLE;Batch} {COUNTER;Serial}', font: { family: 'Arial', height: 4 } };
  await callApi('PUT', `${api}/labels/Carton`, { format: 3, width: 30, height: 10, objs: [text] });
}

function send(url: string, agent: Agent, { method, path, headers, body }: FuzzRequest): Promise<FuzzAnswer> {
  const { hostname, port } = new URL(url);
  const length = body === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(body)) };
  return new Promise((resolve, reject) => {
    const options = { hostname, port, path, method, headers: { ...headers, ...length }, agent, timeout: PATIENCE };
    const outgoing = request(options, (response) => {
      const pieces: Buffer[] = [];
      response.on('data', (piece: Buffer) => pieces.push(piece));
      response.on('error', reject);
      response.on('end', () => {
        const { statusCode: status = 0, headers: responseHeaders } = response;
        resolve({ status, type: responseHeaders['content-type'] ?? '', text: Buffer.concat(pieces).toString() });
      });
    });
    const failed = (reason: string) => new Violation(`${method} ${path.slice(0, 300)} ${body?.slice(0, 1_000) ?? ''}\n${reason}`);
    outgoing.on('timeout', () => outgoing.destroy(failed(`was not answered within ${PATIENCE / 1_000} s`)));
    outgoing.on('error', (error) => reject(error instanceof Violation ? error : failed(error.message)));
    outgoing.end(body);
  });
}

/** Describes a request so that it can be read and repeated; the run prints how to generate it. */
function describeRequest({ number, method, path, headers, body }: FuzzRequest): string {
  const heads = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return [`request ${number}: ${method} ${path}`, ...heads, body === undefined ? '(no body)' : body.slice(0, 2_000)].join('\n');
}
