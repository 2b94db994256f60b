import { Agent, request } from 'node:http';
import { performance } from 'node:perf_hooks';

/** What the process that uses the controller properly is told at first. */
export interface Watch {
  port: number;
  /** The path that a product's detector calls. */
  trigger: string;
  productsPerMinute: number;
}

/** What it met since it was asked last. */
export interface Observation {
  /** How long each live probe waited, in milliseconds. */
  probes: number[];
  products: number;
  /** Products whose trigger was not taken, or later than they passed the head. */
  missed: string[];
}

const LIVE = '/healthz/live';
/** A probe comes at its time, whether the one before is answered or not. */
const PROBE_EVERY = 20;
/** From a product's detection until it has passed the head. */
const PASSES_WITHIN = 1_000;
const PATIENCE = 30_000;

let seen: Observation = { probes: [], products: 0, missed: [] };
const agent = new Agent({ keepAlive: true });

/** Asks again on another connection when the one that was kept has just been closed. */
async function ask(port: number, method: string, path: string): Promise<{ status: number; milliseconds: number }> {
  for (;;) {
    const begun = performance.now();
    const answer = await askOnce(port, method, path);
    if (answer !== 'closed') return { status: answer, milliseconds: performance.now() - begun };
  }
}

function askOnce(port: number, method: string, path: string): Promise<number | 'closed'> {
  return new Promise((resolve, reject) => {
    const asked = request({ host: '127.0.0.1', port, method, path, agent, timeout: PATIENCE }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode ?? 0));
    });
    asked.on('timeout', () => asked.destroy(new Error(`not answered within ${PATIENCE} ms`)));
    asked.on('error', (error) => (asked.reusedSocket ? resolve('closed') : reject(error))).end();
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
