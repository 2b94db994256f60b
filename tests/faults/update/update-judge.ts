import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { ControllerState } from '#updates/controller-client.ts';
import { EngineLog } from '../engine-log.ts';
import { refuse } from '../fault-run.ts';
import { LedgerFile } from '../ledger-file.ts';
import { LINES, type UpdateLine } from './update-line.ts';

/** What was printed so far, and whether everything is as it must be after an update. */
export class UpdateJudge {
  readonly #line: UpdateLine;
  readonly #ledger: LedgerFile;
  readonly #logs: EngineLog[];
  readonly #serialOf = new Map<number, string>();
  readonly #printOf = new Map<string, number>();
  readonly #marked = new Set<number>();
  readonly #keys = new Set<string>();

  constructor(line: UpdateLine) {
    this.#line = line;
    const folder = line.site.folders.controller;
    this.#ledger = new LedgerFile(folder);
    this.#logs = LINES.map(({ printer }, index) => new EngineLog(folder, { printer, position: index + 1 }));
  }

  get marks(): number {
    return this.#marked.size;
  }

  /** Call it while a controller runs and nothing is being printed. Throws a `Violation`. */
  async check(report: ControllerState, manifests: ReadonlyMap<string, string>): Promise<void> {
    const { version, isWhole } = await this.#line.site.io().system.installed();
    refuse([
      ...(isWhole ? [] : [`version ${version} is installed in part`]),
      ...(report.version === version ? [] : [`version ${report.version} runs, and version ${version} is installed`]),
      ...(manifestOf(this.#line.site.programFolder) === manifests.get(version)
        ? []
        : [`the installed files are not those of version ${version}`]),
      ...report.reasons.map((reason) => `the controller is not ready: ${reason}`),
      ...this.#databaseFaults(),
      ...this.#ledger.findLedgerFaults(),
      ...this.#readPrints(),
      ...this.#readMarks(),
      ...[...this.#line.acknowledged]
        .filter((key) => !this.#keys.has(key))
        .map((key) => `the trigger ${key} was acknowledged, but has no print`),
    ]);
  }

  #databaseFaults(): string[] {
    const { controller, station } = this.#line.site.folders;
    return [join(controller, 'controller.db'), join(station, 'station.db')].flatMap((file) => {
      const database = new DatabaseSync(file, { readOnly: true, timeout: 10_000 });
      try {
        const result = database.prepare('PRAGMA integrity_check').get()?.['integrity_check'];
        return result === 'ok' ? [] : [`${file} is damaged: ${String(result)}`];
      } finally {
        database.close();
      }
    });
  }

  /** Every print that was ever seen is still there, with its serial number, and no serial number belongs to two prints. */
  #readPrints(): string[] {
    const faults: string[] = [];
    const seen = new Set<number>();
    for (const { id, serials, key } of this.#ledger.prints(1)) {
      const serial = serials.join();
      seen.add(id);
      if (key !== null) this.#keys.add(key);
      const [before, other] = [this.#serialOf.get(id), this.#printOf.get(serial)];
      if (before !== undefined && before !== serial) faults.push(`print ${id} was of ${before}, and is of ${serial}`);
      if (other !== undefined && other !== id) faults.push(`${serial} belongs to the prints ${other} and ${id}`);
      this.#serialOf.set(id, serial);
      this.#printOf.set(serial, id);
    }
    return [
      ...faults,
      ...[...this.#serialOf.keys()].filter((id) => !seen.has(id)).map((id) => `print ${id} is not in the ledger any more`),
    ];
  }

  #readMarks(): string[] {
    return this.#logs
      .flatMap((log) => log.readOn())
      .flatMap(({ id, printer }) => {
        const faults = [
          ...(this.#marked.has(id) ? [`print ${id} was marked twice`] : []),
          ...(this.#serialOf.has(id) ? [] : [`${printer} marked print ${id}, which is not in the ledger`]),
        ];
        this.#marked.add(id);
        return faults;
      });
  }
}

/** Hash of the names and contents of all files of a folder. */
export function manifestOf(folder: string): string {
  const hash = createHash('sha256');
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  for (const file of files) hash.update(`${file.slice(folder.length)}\n`).update(readFileSync(file));
  return hash.digest('hex');
}
