import { rmSync } from 'node:fs';
import { printJobSchema } from '#contract/api-v3/print-job.ts';
import type { Controller } from '#controller/controller.ts';
import { silentLog } from '#process/log.ts';
import type { Timers } from '#controller/platform/timers.ts';
import { DiskGuard } from '#controller/disk/disk-guard.ts';
import { JobRows } from '#controller/queue/job-rows.ts';
import { PlantRows } from '#controller/queue/plant-rows.ts';
import { SharedRows } from '#controller/queue/shared-rows.ts';
import { JobQueues } from '#controller/queue/job-queues.ts';
import { labelDocument } from '#controller/preparation/label-documents.ts';
import { Settlement } from '#controller/printing/settlement.ts';
import { Ledger } from '#controller/ledger/ledger.ts';
import type { ControllerDatabase, ControllerSchema } from '#storage/database/controller-schema.ts';
import { probeDiskSpace } from '#storage/database/disk-space.ts';
import { GroupCommit } from '#storage/database/group-commit.ts';
import { KEY, keyOf, LABEL, openDiskController, ROW_LABEL, TABLE } from '../disk-controller.ts';
import { MarkingEngine } from './marking-engine.ts';

/** Number of prints; a smaller number speeds up work on the measurement itself. */
export const PRINTS = Number(process.env['HISTORY_PRINTS'] ?? 1_000_000);
export const ZONE = 'Europe/Berlin';
export const START = Date.parse('2023-11-21T00:00:00Z');
export const END = Date.parse('2026-11-21T00:00:00Z');
/** A tenth of the prints. */
const STAGE = PRINTS / 10;
/** Number of prints in progress at the same time. */
const GROUP = 64;
/** Number of prints between updates of the search index, which runs every minute in operation. */
const FOLLOWING = 6_400;
/** Timers that never fire, so that nothing else runs during the measurement. */
const NO_TIMERS: Timers = { setTimeout: () => 0, clearTimeout: () => undefined };
const PICTURE_HASH = '0'.repeat(64);

/** A controller with three years of prints. */
export interface PrintedYears {
  controller: Controller;
  db: ControllerDatabase;
  file: string;
  printer: string;
}

/** Called after every tenth of the prints with the number of stored prints. */
export type Progress = (prints: number) => void;

let years: Promise<PrintedYears> | undefined;

/** The controller with the prints, shared by all callers; removed at the end of the process. */
export function printedYears(progress: Progress = () => undefined): Promise<PrintedYears> {
  years ??= print(progress);
  return years;
}

/**
 * Every print passes through the same modules as in operation, except for rendering: reserved with its serial number, row and job, sent,
 * and settled as printed, in groups that share commits. The clock advances from print to print.
 */
async function print(progress: Progress): Promise<PrintedYears> {
  let at = START;
  const now = () => at;
  const { controller, db, drawing, file, dataFolder } = await openDiskController({
    ...{ printers: 1, threads: 1, now, uptime: now, monotonicNow: now, timers: NO_TIMERS, makeEngine: () => new MarkingEngine() },
  });
  process.once('exit', () => rmSync(dataFolder, { recursive: true, force: true }));
  await controller.settings.putTimeZone(ZONE);
  const [printer = ''] = controller.printers.all().map(({ name }) => name);
  await controller.printing.select(printer, printJobSchema.parse({ labelName: LABEL, tableName: TABLE, keyColumn: KEY, key: keyOf(0) }));
  await drawing.stop();
  const line = await openLine({ db, controller, printer, now });
  for (let done = 0; done < PRINTS;) {
    const group = Array.from({ length: Math.min(GROUP, PRINTS - done) }, (_, index) => done + index);
    const moveTo = (number: number) => {
      at = START + Math.floor((number * (END - START)) / PRINTS);
    };
    await line.print(group, moveTo);
    done += group.length;
    if (done % FOLLOWING === 0 || done === PRINTS) await controller.prints.page({ serial: 'none', limit: 1 });
    if (Math.floor(done / STAGE) > Math.floor((done - group.length) / STAGE)) progress(done);
  }
  at = END;
  return { controller, db, file, printer };
}

interface LineDeps {
  db: ControllerDatabase;
  controller: Controller;
  printer: string;
  now: () => number;
}

async function openLine({ db, controller, printer, now }: LineDeps) {
  const { tables, counters, history, orders } = controller;
  const commits = new GroupCommit<ControllerSchema>(db);
  const ledger = new Ledger({ db, now, log: silentLog });
  const rows = new JobRows({ tables, db });
  const jobs = new JobQueues({ db, now, newId: () => '', rows, shared: new SharedRows({ db, rows, plantRows: new PlantRows() }) });
  const disk = new DiskGuard({ probe: () => probeDiskSpace(db), timers: NO_TIMERS, log: silentLog });
  const settlement = new Settlement({ commits, disk, ledger, jobs, orders, history, now, log: silentLog });
  await settlement.recover();
  const document = labelDocument(ROW_LABEL);
  const ofLabel = {
    labelName: LABEL,
    labelRevision: 1,
    document,
    hdpi: 300,
    vdpi: 300,
    pictureHash: PICTURE_HASH,
    idempotencyKey: null,
    operator: '',
  };
  const reserve = (moment: () => void, number: number): Promise<number> =>
    commits.run(async (trx) => {
      moment();
      const job = await jobs.findCurrent(printer, trx);
      const copy = job && (await jobs.next(job, trx));
      if (!copy) throw new Error('Nothing is selected.');
      const { row, cells } = await tables.getRowByKey(TABLE, { column: KEY, key: keyOf(number) }, trx);
      const values = {
        moment: { epochMs: now(), timeZone: ZONE },
        variables: new Map<string, string>(),
        counters: await counters.readings(['Serial'], trx),
        row: cells,
      };
      const id = await ledger.reserve(
        { ...ofLabel, proof: 'id', printer, job: job.id, values, row, table: { name: TABLE, key: keyOf(number) } },
        trx,
      );
      await counters.advance(['Serial'], trx);
      await jobs.countStarted(job, { copy, print: id }, trx);
      await history.countTrigger(printer, trx);
      return id;
    });
  return {
    print: async (numbers: readonly number[], moveTo: (number: number) => void): Promise<void> => {
      const ids = await Promise.all(numbers.map((number) => reserve(() => moveTo(number), number)));
      await Promise.all(ids.map((id) => commits.run((trx) => ledger.send(id, trx))));
      await Promise.all(
        ids.flatMap((id, index) => [commits.run(async () => moveTo(numbers[index] ?? 0)), settlement.printed(printer, { id })]),
      );
    },
  };
}
