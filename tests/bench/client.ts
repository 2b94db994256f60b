import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { ClientInput } from './client-worker.ts';

/** Sends HTTP requests to a server from its own thread. */
export interface Client {
  /** Resolves when every connection has received the responses to its requests. */
  ask: () => Promise<void>;
  end: () => Promise<unknown>;
}

/** Opens a connection for each path; without bodies the paths are read with GET. */
export async function openClient(url: string, { times, ...input }: Omit<ClientInput, 'port'> & { times: number }): Promise<Client> {
  const workerData: ClientInput = { port: Number(new URL(url).port), ...input };
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
