import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { startController } from '#support/controller-process.ts';
import { refuse, type Order } from '../fault-run.ts';
import type { Attack, Outcome } from './attack.ts';

/** Time limit within which all idle and slow connections must be closed, in milliseconds. */
const PATIENCE = 15_000;
/** Maximum p99 of other clients, as a multiple of that of an idle service. */
const MAX_TIMES = 3;
/** Ratio of half-open to slow connections; a tenth of these read slowly. */
const SHARE_OF_SLOW = 6;
const SHARE_OF_READERS = 10;
const CLIENTS = 4;
const PAUSE = 5;
const IDLE_MEASURED = 10_000;
const FONT = '/api/v3/fonts/DejaVu%20Sans/Regular';

/**
 * Opens many unused and very slow connections at once while others read the status of a printer: all attackers are disconnected in time,
 * and other clients are not affected.
 */
export async function connections({ amount, tell }: Order): Promise<string> {
  const controller = await startController({ flags: ['--empty', '--virtual-printers', '1'] });
  try {
    const { port } = new URL(controller.url);
    const slow = Math.ceil(amount / SHARE_OF_SLOW);
    const slowRead = Math.ceil(slow / SHARE_OF_READERS);
    const slowHeaders = Math.ceil((slow - slowRead) / 2);
    const bytes = (await (await fetch(`${controller.url}${FONT}`)).arrayBuffer()).byteLength;
    const attack: Attack = {
      ...{ port: Number(port), halfOpen: amount, slowHeaders, slowBody: slow - slowRead - slowHeaders, slowRead },
      ...{ path: FONT, bytes, patience: PATIENCE },
    };
    const others = new Others(controller.url);
    await others.measure(() => wait(1_000));
    const idle = await others.measure(() => wait(IDLE_MEASURED));
    tell(`idle: ${idle.count} answers, p99 ${idle.p99.toFixed(1)} ms`);
    const { outcome, met } = await measured(others, attack, tell);
    others.end();
    const beyond = met.p99 > MAX_TIMES * idle.p99;
    refuse([
      ...outcome.left.map((kind) => `a ${kind} connection is still open at the time limit`),
      ...(outcome.longest > PATIENCE ? [`a connection was open for ${Math.round(outcome.longest)} ms`] : []),
      ...(beyond ? [`the p99 of other clients rose from ${idle.p99.toFixed(1)} ms to ${met.p99.toFixed(1)} ms`] : []),
    ]);
    return [
      `${amount} half-open and ${slow} slow connections (${slowHeaders} headers, ${attack.slowBody} bodies, ${slowRead} readers)`,
      `all closed, the last after ${(outcome.longest / 1_000).toFixed(1)} s`,
      `p99 of other clients ${idle.p99.toFixed(1)} ms idle, ${met.p99.toFixed(1)} ms during the attack (${idle.count} and ${met.count} answers)`,
    ].join('; ');
  } finally {
    await controller.stop();
  }
}

async function measured(others: Others, workerData: Attack, tell: Order['tell']) {
  let outcome: Outcome = { longest: 0, left: [] };
  const met = await others.measure(async () => {
    const worker = new Worker(new URL('./attack.ts', import.meta.url), { workerData });
    await once(worker, 'message');
    tell('all are opened');
    [outcome] = (await once(worker, 'message')) as [Outcome];
    await worker.terminate();
  });
  return { outcome, met };
}

interface Measure {
  count: number;
  p99: number;
}

/** Regular clients: each sends its next request shortly after a response. */
class Others {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: CLIENTS });
  readonly #url: string;

  constructor(url: string) {
    this.#url = `${url}/api/v3/status`;
  }

  /** Measures response times while something happens. */
  async measure(during: () => Promise<void>): Promise<Measure> {
    const times: number[] = [];
    let isOver = false;
    const client = async () => {
      while (!isOver) {
        times.push(await this.#ask());
        await wait(PAUSE);
      }
    };
    const clients = Array.from({ length: CLIENTS }, client);
    await during();
    isOver = true;
    await Promise.all(clients);
    times.sort((a, b) => a - b);
    return { count: times.length, p99: times[Math.floor(times.length * 0.99)] ?? 0 };
  }

  end(): void {
    this.#agent.destroy();
  }

  #ask(): Promise<number> {
    const begun = performance.now();
    return new Promise((resolve, reject) => {
      const asked = request(this.#url, { agent: this.#agent }, (response) => {
        response.resume().on('end', () => {
          if (response.statusCode === 200) resolve(performance.now() - begun);
          else reject(new Error(`another client was answered ${response.statusCode}`));
        });
      });
      asked.on('error', reject).end();
    });
  }
}
