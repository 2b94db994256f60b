import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { ControllerClient } from '#station/connections/controller-client.ts';
import type { PolledConnection } from '#station/polling/polled-controller.ts';
import type { ControllersInput } from './controllers-worker.ts';

/** Controllers in a thread of their own, so that its processor time does not count. */
export interface Controllers {
  clients: ControllerClient[];
  end: () => Promise<unknown>;
}

export async function openControllers(workerData: ControllersInput): Promise<Controllers> {
  const worker = new Worker(new URL('./controllers-worker.ts', import.meta.url), { workerData });
  const [urls] = (await once(worker, 'message')) as [string[]];
  const clients = urls.map((url) => new ControllerClient(url));
  return {
    clients,
    end: () => {
      for (const client of clients) client.stop();
      return worker.terminate();
    },
  };
}

/** A connection that is online. Without Strobe's extensions, a started printer may print; with them, it prints nothing without a job. */
export function onlineConnection(client: ControllerClient, hasExtensions = false): PolledConnection {
  return {
    ...{ id: client.url, state: 'online', reason: null, epoch: 1, hasExtensions },
    getClient: () => client,
    checkNow: () => undefined,
  };
}

/** Processor time of this thread, in milliseconds. */
export function processorTime(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

export function printerNames(count: number): string[] {
  return Array.from({ length: count }, (_, number) => `Line ${number + 1}`);
}
