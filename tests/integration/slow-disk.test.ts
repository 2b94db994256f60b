import { afterEach, describe, expect, it } from 'vitest';
import { readApi } from '#support/call-api.ts';
import { startController, type ControllerProcess } from '#support/controller-process.ts';
import { InjectedCalls } from '#support/injected-calls.ts';
import { temporaryFolder } from '#support/temporary-folder.ts';
import { Judge } from '../faults/kills/judge.ts';
import { furnishFolder, printerUrl, selectSerials, type LineSetup } from '../faults/lines.ts';
import { whyNotRecorded } from '../faults/power/record.ts';

/** Generous, since the machine may be busy and every print needs some of the slow syncs. */
const why = whyNotRecorded();
/** Two seconds, in microseconds. */
const SLOW = 'fsync,fdatasync:delay_exit=2000000';
/** Two printers that share their serials. */
const LINES: readonly LineSetup[] = [
  { printer: 'Line 1', counter: 'Shared', lineSpeed: 2_400, bufferDepth: 8, isColor: false },
  { printer: 'Line 2', counter: 'Shared', lineSpeed: 2_400, bufferDepth: 8, isColor: false },
];

let controller: ControllerProcess | undefined;
afterEach(async () => {
  await controller?.kill();
  controller = undefined;
});

interface Status {
  errors: string[];
  job: { printed: number } | null;
}

describe('a disk whose syncs take two seconds', () => {
  it.skipIf(why !== undefined)(
    `B10 delays prints without failures, and reads are answered meanwhile${why === undefined ? '' : `: ${why}`}`,
    async () => {
      const dataFolder = temporaryFolder();
      await furnishFolder(dataFolder, LINES);
      const judge = new Judge(dataFolder, LINES);
      // Pauses, because of the rate limit of a client.
      controller = await startController({ dataFolder, flags: ['--empty', '--requests-per-second', '1000000'] });
      const { url, pid } = controller;
      await selectSerials(url, LINES);
      const slow = await InjectedCalls.into(pid, SLOW);
      const keys = LINES.flatMap(({ printer }, line) => ['a', 'b'].map((key) => ({ printer, key: `product-${line}-${key}` })));
      let waiting = keys.length;
      const triggers = keys.map(async ({ printer, key }) => {
        const { status } = await fetch(`${printerUrl(url, printer)}/trigger`, { method: 'POST', headers: { 'idempotency-key': key } });
        waiting -= 1;
        return status;
      });
      const reads: number[] = [];
      while (waiting > 0) {
        for (const path of ['healthz', 'healthz/ready', 'api/v3/labels']) reads.push((await fetch(`${url}/${path}`)).status);
      }
      expect(await Promise.all(triggers)).toEqual(keys.map(() => 202));
      expect({ statuses: [...new Set(reads)], hasRead: reads.length > 100 }).toEqual({ statuses: [200], hasRead: true });
      await judge.freshMarks(keys.length);
      await slow.stop();

      const read = (printer: string) => readApi<Status>(`${printerUrl(url, printer)}/status`);
      await expect.poll(() => Promise.all(LINES.map(async ({ printer }) => (await read(printer)).job?.printed))).toEqual([2, 2]);
      expect((await Promise.all(LINES.map(({ printer }) => read(printer)))).flatMap(({ errors }) => errors)).toEqual([]);
      expect(await controller.stop()).toBe(0);
      judge.afterKill(keys.map(({ key }) => key));
      judge.atTheEnd();
    },
  );
});
