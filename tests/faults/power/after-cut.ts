import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { openControllerDatabase } from '#storage/database/controller-database.ts';
import { callApi } from '#support/call-api.ts';
import { startController } from '#support/controller-process.ts';
import { Judge } from '../kills/judge.ts';
import { LedgerFile, type LedgerPrint } from '../ledger-file.ts';
import { printerUrl } from '../lines.ts';
import type { Remains } from './disk.ts';
import type { Promises } from './promises.ts';
import { SERIAL_LINES } from './serial-lines.ts';

/** Allowed states after a cut, by the state before it. */
const MAY_BE: Record<string, readonly string[]> = {
  reserved: ['reserved', 'sent', 'printed', 'void', 'unknown'],
  sent: ['sent', 'printed', 'void', 'unknown'],
  unknown: ['unknown', 'printed', 'void'],
  printed: ['printed'],
  void: ['void'],
};

/** A memory file system is ten times faster for thousands of folders. */
const MEMORY = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

/** The violations after a power cut. */
export interface Damage {
  /** Acknowledged prints that are missing or differ. */
  lost: string[];
  /** All other violations. */
  faults: string[];
}

/** Opens the remaining database like the controller, and compares it with the promises. */
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
          ...ledger.findLedgerFaults(),
          ...halfFiles(folder, remains),
        ],
      };
    });
  } catch (error) {
    return { lost: [], faults: [error instanceof Error ? error.message : String(error)] };
  }
}

/**
 * Starts the controller on the remaining files and prints once on every line: engine counts are reconciled, and no serial number repeats.
 */
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

/** Writes the remaining files to a temporary folder. */
async function inFolder<Result>(remains: Remains, work: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = mkdtempSync(join(MEMORY, 'strobe-cut-'));
  try {
    for (const [path, bytes] of remains) {
      // Shared memory is never on the disk, and these are the original files rather than a copy.
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
    if (!print) return [`print ${id} was ${state}, but is missing`];
    if (print.pictureHash !== pictureHash) return [`print ${id} has a different picture`];
    return MAY_BE[state]?.includes(print.state) ? [] : [`print ${id} was ${state}, and is ${print.state}`];
  });
}

/** A counter value must be reserved and the print sent before an engine gets a byte. */
function unreservedMarks(prints: ReadonlyMap<number, LedgerPrint>, { marks }: Promises): string[] {
  return [...marks].flatMap(([id, pictureHash]) => {
    const print = prints.get(id);
    if (print?.pictureHash === pictureHash && MAY_BE['sent']?.includes(print.state) && print.state !== 'void') return [];
    return [`print ${id} is on a product, but its state in the ledger is ${print?.state ?? 'missing'}`];
  });
}

/** No counter may be at a value that was already used. */
function lowCounters(ledger: LedgerFile, prints: ReadonlyMap<number, LedgerPrint>): string[] {
  const rows = ledger.read((database) => database.prepare('SELECT name, value FROM counters').all());
  const next = new Map(rows.map(({ name, value }) => [String(name), Number(value)]));
  return [...prints.values()].flatMap(({ id, serials }) =>
    serials.flatMap((serial) => {
      const [name = '', value] = serial.split('=');
      return Number(value) < (next.get(name) ?? 0)
        ? []
        : [`print ${id} has ${serial}, but the counter is at ${next.get(name) ?? 'nothing'}`];
    }),
  );
}

/** A file that is replaced atomically must be either the old or the new one. */
function halfFiles(folder: string, remains: Remains): string[] {
  return [...remains.keys()].flatMap((path) => {
    if (!path.endsWith('.json')) return [];
    try {
      JSON.parse(readFileSync(join(folder, path), 'utf8'));
      return [];
    } catch (error) {
      return [`${path} is incomplete: ${String(error)}`];
    }
  });
}
