import type { PrintState } from '#contract/api-v3/print.ts';
import type { TriggerResult } from '#contract/api-v3/print-job.ts';
import type { ControllerSchema, ControllerTransaction } from '#storage/controller-schema.ts';
import type { GroupCommit } from '#storage/group-commit.ts';
import type { EnginePrint } from '../engines/engine.ts';
import type { UnwritableDisk } from '../unwritable-disk.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { underWay } from '../ledger/print-problems.ts';
import { storedValues } from '../ledger/stored-values.ts';
import type { StoredPrint } from '../ledger/print-views.ts';
import type { Prints } from '../ledger/prints.ts';
import type { Jobs } from './jobs.ts';
import { printDelayOf, type LabelDocuments } from './label-documents.ts';
import type { Line } from './line.ts';
import type { Lines } from './lines.ts';
import type { Picture } from './picture.ts';
import type { Preparation } from './preparation.ts';
import type { PrintLeave } from './print-leave.ts';
import { cannotPrint } from './printing-problems.ts';
import type { Word } from './resolving.ts';
import type { Sending } from './sending.ts';

const PRINTING: TriggerResult = { result: 'printing' };
const ON_ITS_WAY: readonly PrintState[] = ['reserved', 'sent'];

export interface ReprintingRooms {
  commits: GroupCommit<ControllerSchema>;
  disk: UnwritableDisk;
  lines: Lines;
  prints: Prints;
  ledger: Ledger;
  jobs: Jobs;
  documents: LabelDocuments;
  preparation: Preparation;
  sending: Sending;
  leave: PrintLeave;
}

/**
 * Makes a print once more, dot by dot, because a person wants it and says why. It counts in the totals of its job and moves nothing
 * else: no counter, no row, no owed copy. What it was the ledger keeps, whether it is made or not.
 */
export class Reprinting {
  readonly #rooms: ReprintingRooms;

  constructor(rooms: ReprintingRooms) {
    this.#rooms = rooms;
  }

  /**
   * Prints at once on the printer of the first print. It is neither a trigger, which may bounce or be a gap, nor needs it a job that is
   * selected. Throws `not-found`, `print-under-way`, and what refuses a trigger: also when the printer would make other dots of it now.
   */
  async reprint(id: number, word: Word, refuseStopping: (line: Line) => void): Promise<TriggerResult> {
    const { prints, lines, leave, disk, sending } = this.#rooms;
    // An abort wins over what came before it, also while its print is looked up.
    const before = new Map(lines.all().map((line) => [line, line.aborts]));
    const original = await prints.stored(id);
    if (ON_ITS_WAY.includes(original.state)) throw underWay(id, original.state);
    const line = lines.named(original.printer);
    const aborts = before.get(line) ?? line.aborts;
    if (!leave.isGiven()) throw await leave.refusal();
    disk.refuse();
    refuseStopping(line);
    const askedFor = { aborts, order: 'reprint' } as const;
    return line.print(async () => {
      line.refuseOvertaken(aborts, 'reprint');
      line.refuseUnready();
      const picture = await this.#draw(line, original);
      const print = await line.step(aborts, 'reprint', () => this.#reserve({ original, picture, word }));
      await sending.send(line, print, askedFor);
      return PRINTING;
    });
  }

  /** Draws it as the printer would print it now, which must be what it printed then. */
  async #draw({ printer }: Line, { id, hash, document, print_values, picture_hash }: StoredPrint): Promise<Picture> {
    const { documents, preparation } = this.#rooms;
    const picture = await preparation.drawPrint(printer, documents.stored(hash, document), storedValues({ id, print_values }));
    if (picture.hash === picture_hash) return picture;
    throw cannotPrint(printer, `print ${id} would not look as it did: the printer, its resolution or a font is another one since.`);
  }

  #reserve({ original, picture, word }: { original: StoredPrint; picture: Picture; word: Word }): Promise<EnginePrint> {
    const { commits, disk, ledger, jobs, documents } = this.#rooms;
    const { by: operator, reason, claim } = word;
    const { hash, document } = original;
    const write = async (trx: ControllerTransaction): Promise<EnginePrint> => {
      await claim?.keepForPrint(PRINTING, trx);
      const reprint = { of: original.id, reason };
      const id = await ledger.reserve({ ...sameAs(original), reprint, operator, idempotencyKey: claim?.key ?? null }, trx);
      const { print_delay } = await jobs.countReprint(original.job, trx);
      return { id, ...picture, printDelay: print_delay ?? printDelayOf(documents.stored(hash, document).label) };
    };
    return disk.notice(() => commits.run(write));
  }
}

/** Everything that a print has in common with those that repeat it. */
function sameAs({ printer, job, label_name, label_revision, hash, document, table_name, key, row, ...print }: StoredPrint) {
  return {
    printer,
    job,
    labelName: label_name,
    labelRevision: label_revision,
    document: { hash, text: document },
    table: table_name === null ? undefined : { name: table_name, key },
    row: row ?? undefined,
    values: storedValues(print),
    hdpi: print.hdpi,
    vdpi: print.vdpi,
    pictureHash: print.picture_hash,
  };
}
