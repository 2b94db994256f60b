import { setTimeout as wait } from 'node:timers/promises';
import { startController } from '#support/controller-process.ts';
import type { CountGoal } from './goal.ts';
import { Devices, engineAt, quantile } from './lines/devices.ts';
import { addLines, printerUrl, VIRTUAL_ENGINE, type FastLine } from './lines/fast-lines.ts';
import { TriggerClient } from './lines/trigger-client.ts';

/** Printers of each kind: while one prints, the next ones are triggered. */
const PRINTERS = 12;
const PRINT_TIME = 20;
const TRIGGERS = 2_000;
const REPORT_EVERY = 500;
const ACCEPTED = 202;
/** Milliseconds until a printer that was busy is tried again. */
const BUSY = 5;

/**
 * P41: from the trigger, by HTTP, until the answer, which follows the last byte of the label on the socket of a label printer; compared with
 * virtual printers in the same controller, which are triggered in turn with them.
 */
export const SOCKET_GOAL: CountGoal = {
  name: 'P41',
  goal: { atMost: 1.5 },
  count: async (report) => {
    const { devices, report: hosted } = await Devices.start({ devices: [{ kind: 'zpl', count: PRINTERS, printTime: PRINT_TIME }] });
    const controller = await startController({ flags: ['--empty'] });
    const label = hosted.map((device, index): FastLine => ({ name: `Label ${index}`, engine: engineAt(device) }));
    const virtual = hosted.map((_, index): FastLine => ({ name: `Virtual ${index}`, engine: VIRTUAL_ENGINE }));
    const clientOf = ({ name }: FastLine) => new TriggerClient(`${printerUrl(controller.url, name)}/trigger`);
    const clients = { label: label.map(clientOf), virtual: virtual.map(clientOf) };
    try {
      await addLines(controller.url, [...label, ...virtual]);
      const taken = { label: [] as number[], virtual: [] as number[] };
      for (let trigger = 0; trigger < TRIGGERS; trigger += 1) {
        const at = trigger % PRINTERS;
        taken.label.push(await printOnce(clients.label[at]!));
        taken.virtual.push(await printOnce(clients.virtual[at]!));
        if ((trigger + 1) % REPORT_EVERY === 0) report(`${trigger + 1} prints: ${describe(taken)}`);
      }
      return quantile(taken.label, 0.99) / quantile(taken.virtual, 0.99);
    } finally {
      for (const client of [...clients.label, ...clients.virtual]) client.close();
      await controller.stop();
      await devices.stop();
    }
  },
};

/** Milliseconds of the accepted trigger; a printer that still prints is waited for. */
async function printOnce(client: TriggerClient): Promise<number> {
  for (;;) {
    const { status, milliseconds } = await client.post();
    if (status === ACCEPTED) return milliseconds;
    await wait(BUSY);
  }
}

function describe({ label, virtual }: Record<'label' | 'virtual', number[]>): string {
  const both = (values: number[]) => `p50 ${quantile(values, 0.5).toFixed(1)}, p99 ${quantile(values, 0.99).toFixed(1)} ms`;
  return `label printers ${both(label)}; virtual ones ${both(virtual)}`;
}
