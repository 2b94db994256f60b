import { Agent, request } from 'node:http';
import { performance } from 'node:perf_hooks';

/** First message to the process of the regular client. */
export interface Watch {
  port: number;
  /** The path that a product detector calls. */
  trigger: string;
  productsPerMinute: number;
}

/** Observations since the last report. */
export interface Observation {
  /** Duration of each liveness probe in milliseconds. */
  probes: number[];
  products: number;
  /** Products whose trigger was rejected or came too late. */
  missed: string[];
}

const LIVE = '/healthz/live';
/** Interval of probes in milliseconds, independent of their responses. */
const PROBE_EVERY = 20;
/** Milliseconds from the detection of a product until it has passed the head. */
const PASSES_WITHIN = 1_000;
const PATIENCE = 30_000;

let seen: Observation = { probes: [], products: 0, missed: [] };
const agent = new Agent({ keepAlive: true });

/** Repeats the request on a new connection if the server has just closed the kept-alive one. */
async function ask(port: number, method: string, path: string): Promise<{ status: number; milliseconds: number }> {
  for (;;) {
    const begun = performance.now();
    const answer = await askOnce(port, method, path);
    if (answer !== 'closed') return { status: answer, milliseconds: performance.now() - begun };
  }
}

function askOnce(port: number, method: string, path: string): Promise<number | 'closed'> {
  return new Promise((resolve, reject) => {
    const outgoing = request({ host: '127.0.0.1', port, method, path, agent, timeout: PATIENCE }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode ?? 0));
    });
    outgoing.on('timeout', () => outgoing.destroy(new Error(`not answered within ${PATIENCE} ms`)));
    outgoing.on('error', (error) => (outgoing.reusedSocket ? resolve('closed') : reject(error))).end();
  });
}

async function probe(port: number): Promise<void> {
  const { probes } = seen;
  const { milliseconds } = await ask(port, 'GET', LIVE).catch(() => ({ milliseconds: PATIENCE }));
  probes.push(milliseconds);
}

async function product({ port, trigger }: Watch): Promise<void> {
  const { missed } = seen;
  seen.products += 1;
  const answer = await ask(port, 'POST', trigger).catch((error: unknown) => String(error));
  if (typeof answer === 'string') missed.push(answer);
  else if (answer.status !== 202) missed.push(`answered ${answer.status}`);
  else if (answer.milliseconds > PASSES_WITHIN) missed.push(`answered after ${Math.round(answer.milliseconds)} ms`);
}

process.on('message', (message: Watch | 'report') => {
  if (message === 'report') {
    process.send?.(seen);
    seen = { probes: [], products: 0, missed: [] };
    return;
  }
  setInterval(() => void probe(message.port), PROBE_EVERY);
  setInterval(() => void product(message), 60_000 / message.productsPerMinute);
});
