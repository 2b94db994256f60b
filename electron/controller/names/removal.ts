import { ProblemError } from '#contract/problem.ts';
import type { ControllerDatabase, ControllerTransaction } from '#storage/database/controller-schema.ts';
import { inTransaction } from '#storage/database/in-transaction.ts';
import { isSameFont, type FontName } from '#rendering/text/font-library.ts';
import type { WriteCondition } from '#storage/database/write-condition.ts';
import type { ReadWriteLock } from '../platform/read-write-lock.ts';
import type { Counters } from '../counters/counters.ts';
import { chosenFace } from '../fonts/chosen-face.ts';
import { addressOf, fontUpload, type Fonts } from '../fonts/fonts.ts';
import type { LabelApprovals } from '../labels/label-approvals.ts';
import type { Labels } from '../labels/labels.ts';
import type { Settings } from '../settings/settings.ts';
import type { ShiftCodes } from '../shift-codes/shift-codes.ts';
import type { Tables } from '../tables/tables.ts';
import type { Variables } from '../variables/variables.ts';
import { inUse, jobUser } from './name-usage.ts';
import type { JobLabels } from '../preparation/job-labels.ts';
import type { Job } from '../queue/job.ts';
import type { JobQueues } from '../queue/job-queues.ts';

export interface RemovalDeps {
  db: ControllerDatabase;
  jobs: JobQueues;
  jobLabels: JobLabels;
  labels: Labels;
  labelApprovals: LabelApprovals;
  tables: Tables;
  variables: Variables;
  counters: Counters;
  shiftCodes: ShiftCodes;
  fonts: Fonts;
  settings: Settings;
  /** Shared with selections: see `PrintingDeps`. */
  selectionLock: ReadWriteLock;
}

/** The kinds of resources that can be removed: noun in a message, and segment of an API path. */
const NOUNS = {
  label: { word: 'label', path: 'labels' },
  table: { word: 'table', path: 'tables' },
  variable: { word: 'variable', path: 'variables' },
  counter: { word: 'counter', path: 'counters' },
  shiftCode: { word: 'shift code', path: 'shiftCodes' },
  font: { word: 'font', path: 'fonts' },
} as const;

interface Subject {
  noun: keyof typeof NOUNS;
  name: string;
}

/** A resource with a single name; a font has family and style. */
type NamedSubject = Subject & { noun: Exclude<Subject['noun'], 'font'> };

/** A file with a font or with a collection. */
interface GivenFont {
  bytes: Uint8Array<ArrayBuffer>;
  face?: number | undefined;
}

type Remove = (name: string, trx: ControllerTransaction) => Promise<void>;

/**
 * Removes resources that no job uses, and replaces fonts that no job uses. Throws `not-found`, and `in-use` naming the selected and queued
 * jobs that use it.
 */
export class Removal {
  readonly #deps: RemovalDeps;

  constructor(deps: RemovalDeps) {
    this.#deps = deps;
  }

  /** Withdraws the approval of its versions, too. `by` is empty when the client named no person. */
  async label(name: string, { by = '', condition }: { by?: string; condition?: WriteCondition | undefined } = {}): Promise<void> {
    const { labels, labelApprovals } = this.#deps;
    await this.#remove({ noun: 'label', name, condition }, async (label, trx) => {
      await labels.remove(label, trx);
      await labelApprovals.withdrawAll(label, by, trx);
    });
  }

  async table(name: string, condition?: WriteCondition): Promise<void> {
    await this.#remove({ noun: 'table', name, condition }, (table, trx) => this.#deps.tables.remove(table, trx));
  }

  async variable(name: string, condition?: WriteCondition): Promise<void> {
    await this.#remove({ noun: 'variable', name, condition }, (variable, trx) => this.#deps.variables.remove(variable, trx));
  }

  async counter(name: string, condition?: WriteCondition): Promise<void> {
    await this.#remove({ noun: 'counter', name, condition }, (counter, trx) => this.#deps.counters.remove(counter, trx));
  }

  async shiftCode(name: string, condition?: WriteCondition): Promise<void> {
    await this.#remove({ noun: 'shiftCode', name, condition }, (shiftCode, trx) => this.#deps.shiftCodes.remove(shiftCode, trx));
  }

  async font(name: FontName, condition?: WriteCondition): Promise<void> {
    const { selectionLock, fonts } = this.#deps;
    await selectionLock.write(async () => {
      await this.#check(condition);
      await this.#refuseUsedFont(name);
      await this.#refuseFallbackFont(name);
      await fonts.remove(name);
    });
  }

  /** Installs a font, of a collection the one at `face` or of this name. An installed font is replaced only while no job uses it. */
  async putFont(name: FontName, { bytes, face }: GivenFont, condition?: WriteCondition): Promise<'created' | 'replaced'> {
    const { selectionLock, fonts } = this.#deps;
    await this.#check(condition);
    const file = await fontUpload(chosenFace(bytes, name, face));
    if (!fonts.holds(name, file)) {
      await this.#refuseUsedFont(name);
      // Outside the lock: it takes long, and would block selections.
      await fonts.inspect(name, file);
    }
    return selectionLock.write(async () => {
      await this.#check(condition);
      if (fonts.holds(name, file)) return 'replaced';
      await this.#refuseUsedFont(name);
      return fonts.put(name, file);
    });
  }

  /** Installs a font unless there is one of its name. Throws `name-taken` for another file of this name, and as `putFont` does. */
  async addFont(name: FontName, bytes: Uint8Array<ArrayBuffer>): Promise<{ outcome: 'created' | 'held'; hash: string }> {
    const { selectionLock, fonts } = this.#deps;
    const file = await fontUpload(bytes);
    const { hash } = file;
    if (fonts.holds(name, file)) return { outcome: 'held', hash };
    requireFree(fonts, name);
    await fonts.inspect(name, file);
    return selectionLock.write(async () => {
      if (fonts.holds(name, file)) return { outcome: 'held', hash };
      requireFree(fonts, name);
      await fonts.put(name, file);
      return { outcome: 'created', hash };
    });
  }

  /**
   * Refuses a change that would reach the next print of a job: throws `in-use` naming the jobs that use the resource and are selected or have begun. A label
   * is not such a resource, because jobs keep its version.
   */
  async refuseRunning(subject: NamedSubject, trx: ControllerTransaction): Promise<void> {
    const { jobs } = this.#deps;
    const isRunning = async ({ id, printer, started }: Job) => started > 0 || (await jobs.findCurrent(printer, trx))?.id === id;
    const users = await this.#users(trx, async (job) => (await isRunning(job)) && this.#needs(job, subject, trx));
    if (users.length > 0) throw neededBy(subject, users);
  }

  /** Fonts change only here, one at a time: what is checked here still holds when the font changes. */
  async #check(condition: WriteCondition | undefined): Promise<void> {
    if (condition) await inTransaction(this.#deps.db, condition);
  }

  async #refuseUsedFont(name: FontName): Promise<void> {
    const { db, jobLabels } = this.#deps;
    const isFallback = await this.#isFallbackFont(name);
    const users = await this.#users(
      db,
      async (job) =>
        isFallback || (await jobLabels.documents(job, db)).some(({ needs }) => needs.fonts.some((font) => isSameFont(font, name))),
    );
    const subject = { noun: 'font', name: `${name.family} ${name.style}`.trim(), instance: addressOf(name) } as const;
    if (users.length > 0) throw neededBy(subject, users);
  }

  async #isFallbackFont(name: FontName): Promise<boolean> {
    return (await this.#deps.settings.fallbackFonts()).some((font) => isSameFont(font, name));
  }

  /** Without it, labels that depend on it without naming it could no longer be printed. */
  async #refuseFallbackFont(name: FontName): Promise<void> {
    if (!(await this.#isFallbackFont(name))) return;
    const detail = `The font "${`${name.family} ${name.style}`.trim()}" is a fallback font of the controller. Remove it from the fallback fonts first.`;
    throw new ProblemError('in-use', { detail, instance: addressOf(name) });
  }

  async #remove({ condition, ...subject }: NamedSubject & { condition: WriteCondition | undefined }, remove: Remove): Promise<void> {
    const { db, selectionLock } = this.#deps;
    await selectionLock.write(() =>
      inTransaction(db, async (trx) => {
        await condition?.(trx);
        const users = await this.#users(trx, (job) => this.#needs(job, subject, trx));
        if (users.length > 0) throw neededBy(subject, users);
        await remove(subject.name, trx);
      }),
    );
  }

  async #users(db: ControllerDatabase | ControllerTransaction, needs: (job: Job) => Promise<boolean>): Promise<Job[]> {
    const users: Job[] = [];
    for (const job of await this.#deps.jobs.allQueued(db)) if (await needs(job)) users.push(job);
    return users;
  }

  async #needs(job: Job, { noun, name }: NamedSubject, trx: ControllerTransaction): Promise<boolean> {
    const { jobLabels } = this.#deps;
    if (job.frozen === 1) return false;
    if (noun === 'label') return (await jobLabels.names(job, trx)).has(name);
    if (noun === 'table') return job.table_name === name;
    return (await jobLabels.documents(job, trx)).some(({ needs }) => needs[NOUNS[noun].path].includes(name));
  }
}

function requireFree(fonts: Fonts, name: FontName): void {
  if (!fonts.has(name)) return;
  const detail = `There is another font "${`${name.family} ${name.style}`.trim()}" already. Install this one under another name.`;
  throw new ProblemError('name-taken', { detail, instance: addressOf(name) });
}

function neededBy({ noun, ...subject }: Subject & { instance?: string }, users: readonly Job[]): ProblemError {
  return inUse({ ...NOUNS[noun], ...subject }, { jobs: users.map(jobUser) });
}
