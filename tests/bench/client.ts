import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Asking } from './client-worker.ts';

/** Asks a server over HTTP from a thread of its own. */
export interface Client {
  /** Resolves when every connection has been answered as often as it asks. */
  ask: () => Promise<void>;
  end: () => Promise<unknown>;
}

/** Opens a connection for each path; without bodies the paths are read. */
export async function openClient(url: string, { times, ...asked }: Omit<Asking, 'port'> & { times: number }): Promise<Client> {
  const workerData: Asking = { port: Number(new URL(url).port), ...asked };
  const worker = new Worker(new URL('./client-worker.ts', import.meta.url), { workerData });
  await once(worker, 'message');
  return {
    ask: async () => {
      worker.postMessage(times);
      await once(worker, 'message');
    },
    end: () => worker.terminate(),
  };
}
