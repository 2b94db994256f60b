import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { openControllerDatabase } from '#storage/controller-database.ts';
import { callApi } from '#support/call-api.ts';
import { startController } from '#support/controller-process.ts';
import { Judge } from '../kills/judge.ts';
import { LedgerFile, type LedgerPrint } from '../ledger-file.ts';
import { printerUrl } from '../lines.ts';
import type { Remains } from './disk.ts';
import type { Promises } from './promises.ts';
import { SERIAL_LINES } from './serial-lines.ts';

/** What a print may be after a cut that was this before it. */
const MAY_BE: Record<string, readonly string[]> = {
  reserved: ['reserved', 'sent', 'printed', 'void', 'unknown'],
  sent: ['sent', 'printed', 'void', 'unknown'],
  unknown: ['unknown', 'printed', 'void'],
  printed: ['printed'],
  void: ['void'],
};

/** Thousands of folders: on a disk of memory they take a tenth of the time. */
const MEMORY = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

/** What is wrong after a power cut. */
export interface Damage {
  /** Acknowledged prints that are not there, or not as they were. */
  lost: string[];
  /** Everything else that must not be. */
  faults: string[];
}

/** Opens the database of what is left as the controller does, and compares it with what was promised. */
export async function lookAfterCut(remains: Remains, promises: Promises): Promise<Damage> {
  try {
    return await inFolder(remains, async (folder) => {
      await openControllerDatabase(join(folder, 'controller.db')).destroy();
      const ledger = new LedgerFile(folder);
      const prints = new Map(ledger.prints(1).map((print) => [print.id, print]));
      return {
        lost: lostPrints(prints, promises),
        faults: [
          ...unreservedMarks(prints, promises),
          ...lowCounters(ledger, prints),
          ...ledger.accountFaults(),
          ...halfFiles(folder, remains),
        ],
      };
    });
  } catch (error) {
    return { lost: [], faults: [error instanceof Error ? error.message : String(error)] };
  }
}

/** Starts the controller on what is left and prints once on every line: what the engines marked is told, and no serial comes again. */
export async function goOnAfterCut(remains: Remains, { engineLogs }: Promises): Promise<void> {
  const logs = [...engineLogs].map(([path, text]): [string, Buffer] => [path, Buffer.from(text)]);
  await inFolder(new Map([...remains, ...logs]), async (folder) => {
    const controller = await startController({ dataFolder: folder, flags: ['--empty'] });
    try {
      const judge = new Judge(folder, SERIAL_LINES);
      await judge.afterRestart();
      for (const { printer } of SERIAL_LINES) await callApi('POST', `${printerUrl(controller.url, printer)}/trigger`);
      await judge.afterRestart();
    } finally {
      await controller.kill();
    }
  });
}

/** Puts what is left into a folder that is gone afterwards. */
async function inFolder<Result>(remains: Remains, work: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = mkdtempSync(join(MEMORY, 'strobe-cut-'));
  try {
    for (const [path, bytes] of remains) {
      // What is in the shared memory is never on the disk: it is made anew. And these are the very files, and no copies.
      if (!path.endsWith('-shm') && !path.includes('-origin')) put(join(folder, path), bytes);
    }
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function put(file: string, bytes: Buffer): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, bytes);
}

function lostPrints(prints: ReadonlyMap<number, LedgerPrint>, promises: Promises): string[] {
  return [...promises.prints].flatMap(([id, { state, pictureHash }]) => {
    const print = prints.get(id);
    if (!print) return [`print ${id} was ${state}, and is gone`];
    if (print.pictureHash !== pictureHash) return [`print ${id} has another picture`];
    return MAY_BE[state]?.includes(print.state) ? [] : [`print ${id} was ${state}, and is ${print.state}`];
  });
}

/** A value is reserved and sent before a byte goes to an engine. */
function unreservedMarks(prints: ReadonlyMap<number, LedgerPrint>, { marks }: Promises): string[] {
  return [...marks].flatMap(([id, pictureHash]) => {
    const print = prints.get(id);
    if (print?.pictureHash === pictureHash && MAY_BE['sent']?.includes(print.state) && print.state !== 'void') return [];
    return [`print ${id} is on a product, and the ledger says ${print?.state ?? 'nothing of it'}`];
  });
}

/** No counter stands at a value that was given out already. */
function lowCounters(ledger: LedgerFile, prints: ReadonlyMap<number, LedgerPrint>): string[] {
  const rows = ledger.read((database) => database.prepare('SELECT name, value FROM counters').all());
  const next = new Map(rows.map(({ name, value }) => [String(name), Number(value)]));
  return [...prints.values()].flatMap(({ id, serials }) =>
    serials.flatMap((serial) => {
      const [name = '', value] = serial.split('=');
      return Number(value) < (next.get(name) ?? 0)
        ? []
        : [`print ${id} has ${serial}, and the counter stands at ${next.get(name) ?? 'nothing'}`];
    }),
  );
}

/** A file that is put in place as a whole is the old one or the new one. */
function halfFiles(folder: string, remains: Remains): string[] {
  return [...remains.keys()].flatMap((path) => {
    if (!path.endsWith('.json')) return [];
    try {
      JSON.parse(readFileSync(join(folder, path), 'utf8'));
      return [];
    } catch (error) {
      return [`${path} is not whole: ${String(error)}`];
    }
  });
}
