import { setTimeout as wait } from 'node:timers/promises';
import { callApi, readApi } from '#support/call-api.ts';

/** A printer that is added for a measurement. */
export interface FastLine {
  name: string;
  engine: Readonly<Record<string, unknown>>;
  /** For a coder that starts its prints itself: the message that it draws, and the field that gets the serial number. */
  message?: { message: string; field: string };
}

/** In mm. */
const LABEL = { width: 20, height: 10 };
const DPI = 300;
const READY_PATIENCE = 120_000;

/** A simulated printer that makes a label in 10 ms, without warming up or running out of ink. */
export const VIRTUAL_ENGINE = { kind: 'virtual', warmUp: 0, bufferDepth: 8, dotsPerSupply: 1e15 };
const LINE_SPEED = 2_000;

export function printerUrl(url: string, name: string): string {
  return `${url}/api/v3/printers/${encodeURIComponent(name)}`;
}

/** Adds the printers to a running controller. Each prints serial numbers of a counter of its own. Resolves when all of them can print. */
export async function addLines(url: string, lines: readonly FastLine[]): Promise<void> {
  for (const { name, engine, message } of lines) {
    const size = { dpi: DPI, physicalWidth: LABEL.width, height: LABEL.height, lineSpeed: LINE_SPEED };
    await callApi('PUT', printerUrl(url, name), { engine, ...size, ...(message && { productDetector: 'device' }) });
    await callApi('PUT', `${printerUrl(url, name)}/settings`, { bounceTime: 0 });
    await callApi('PUT', `${url}/api/v3/counters/${encodeURIComponent(name)}`, { value: 1, width: 8 });
    await callApi('PUT', `${url}/api/v3/labels/${encodeURIComponent(name)}`, serialLabel(name));
    if (message) {
      const fields = { [message.field]: { text: `{COUNTER;${name}}` } };
      await callApi('PUT', `${printerUrl(url, name)}/messages`, { [name]: { message: message.message, fields } });
    }
    await callApi('POST', `${printerUrl(url, name)}/printJob`, { labelName: name });
  }
  await ready(url, lines);
}

async function ready(url: string, lines: readonly FastLine[]): Promise<void> {
  for (const { name } of lines) {
    const isReady = async () => (await readApi<{ state: string }>(`${printerUrl(url, name)}/status`)).state === 'STARTED';
    for (const end = Date.now() + READY_PATIENCE; !(await isReady()); await wait(50)) {
      if (Date.now() > end) throw new Error(`${name} was not ready within ${READY_PATIENCE} ms`);
    }
  }
}

function serialLabel(counter: string): object {
  const code = { type: 'DataMatrix', x: 1, y: 1, moduleSize: 0.3, text: `{COUNTER;${counter}}` };
  const text = { type: 'Text', x: 8, y: 2, text: `{COUNTER;${counter}}`, font: { family: 'Arimo', height: 2 } };
  return { format: 3, ...LABEL, objs: [code, text] };
}
