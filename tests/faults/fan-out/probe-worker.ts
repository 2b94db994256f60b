import { parentPort, workerData } from 'node:worker_threads';

/** Asks for the list of controllers again and again, and posts how long each answer took, in milliseconds. */
const { url, key } = workerData as { url: string; key: string };
const PAUSE = 20;

for (;;) {
  const start = performance.now();
  const response = await fetch(`${url}/plant/v1/controllers`, { headers: { authorization: `Bearer ${key}` } });
  await response.arrayBuffer();
  parentPort?.postMessage(performance.now() - start);
  await new Promise((resolve) => setTimeout(resolve, PAUSE));
}
