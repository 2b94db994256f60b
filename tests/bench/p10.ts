import { printJobSchema } from '#contract/api-v3/print-job.ts';
import { silentLog } from '#process/log.ts';
import { labelDocument } from '#controller/preparation/label-documents.ts';
import type { Picture } from '#controller/drawing/drawn-picture.ts';
import { Ledger } from '#controller/ledger/ledger.ts';
import type { PrintValues } from '#rendering/dynamic-text/print-values.ts';
import type { ControllerSchema } from '#storage/database/controller-schema.ts';
import { GroupCommit } from '#storage/database/group-commit.ts';
import { KEY, keyOf, LABEL, openDiskController, ROW_LABEL, TABLE } from './disk-controller.ts';
import type { RatioGoal } from './goal.ts';
import { changingValues } from './labels.ts';

const PRINTS_PER_COMMIT = 32;
const COMMITS = 4;
const TARGET = { hdpi: 300, vdpi: 300 };

interface Drawn {
  values: PrintValues;
  picture: Picture;
}

/**
 * Prints that look up their row by its key, are rendered by one thread, and are recorded durably, 32 per commit, while the next ones are
 * rendered; compared with rendering alone. Every picture has its hash.
 */
export const RECORDS_GOAL: RatioGoal = {
  name: 'P10',
  goal: { atLeast: 0.6 },
  prepare: async () => {
    const modules = await openModules();
    let print = 0;
    const recorded = async (): Promise<() => Promise<number>> => {
      const { row, cells } = await modules.tables.getRowByKey(TABLE, { column: KEY, key: keyOf((print += 1)) });
      const drawn = await modules.draw(print, cells);
      return () => modules.record(drawn, row);
    };
    const { cells } = await modules.tables.getRowByKey(TABLE, { column: KEY, key: keyOf(0) });
    const drawn = async (): Promise<() => void> => {
      await modules.draw((print += 1), cells);
      return () => undefined;
    };
    return { a: () => inTurns(recorded), b: () => inTurns(drawn), dispose: modules.close };
  },
};

/** Starts as many prints as a commit holds, and records them while the next ones start. */
async function inTurns(begin: () => Promise<() => unknown>): Promise<void> {
  let written: Promise<unknown> = Promise.resolve();
  for (let commit = 0; commit < COMMITS; commit += 1) {
    const prints = await Promise.all(Array.from({ length: PRINTS_PER_COMMIT }, begin));
    await written;
    written = Promise.all(prints.map((write) => write()));
  }
  await written;
}

async function openModules() {
  const { controller, db, drawing, close } = await openDiskController({ printers: 1, threads: 1 });
  const [printer = ''] = controller.printers.all().map(({ name }) => name);
  const job = printJobSchema.parse({ labelName: LABEL, tableName: TABLE, keyColumn: KEY, key: keyOf(0) });
  const selection = await controller.printing.select(printer, job);
  if (!selection) throw new Error('Nothing is selected.');
  const ledger = new Ledger({ db, now: () => Date.now(), log: silentLog });
  const commits = new GroupCommit<ControllerSchema>(db);
  await commits.run((trx) => ledger.startEpoch(trx));
  const document = labelDocument(ROW_LABEL);
  const subject = { printer, job: selection.id, labelName: LABEL, labelRevision: 1, document, idempotencyKey: null, operator: '' };
  return {
    tables: controller.tables,
    draw: async (print: number, row: ReadonlyMap<string, string>): Promise<Drawn> => {
      const values = { ...changingValues(print), row };
      const { hash, text } = document;
      return { values, picture: await drawing.draw({ hash, text, target: TARGET, values, fonts: controller.fonts.set, isPrint: true }) };
    },
    record: ({ values, picture: { hash, hdpi, vdpi } }: Drawn, row: number): Promise<number> => {
      const print = {
        ...subject,
        table: { name: TABLE, key: keyOf(row) },
        row,
        values,
        proof: 'id' as const,
        hdpi,
        vdpi,
        pictureHash: hash,
      };
      return commits.run((trx) => ledger.reserve(print, trx));
    },
    close,
  };
}
