import { EngineLog } from '../engine-log.ts';
import type { LedgerPrint } from './judge.ts';
import type { Sheet } from './paper.ts';

/** The marks of the virtual printer, which its engine logs with the ids of the prints. */
export class VirtualMarks {
  readonly #log: EngineLog;
  readonly #ids: number[] = [];

  constructor(dataFolder: string, { printer, position }: { printer: string; position: number }) {
    this.#log = new EngineLog(dataFolder, { printer, position });
  }

  /** All marks so far, with the serials that these prints have. */
  read(prints: readonly LedgerPrint[]): Sheet[] {
    this.#ids.push(...this.#log.readOn().map(({ id }) => id));
    const serials = new Map(prints.map(({ id, serial }) => [id, serial]));
    return this.#ids.map((id) => ({ serial: serials.get(id) ?? `of print ${id}, which is not in the ledger`, isWhole: true }));
  }
}
