import type { ProblemError } from '#contract/problem.ts';
import type { ControllerDatabase, ControllerTransaction } from '#storage/controller-schema.ts';
import { inTransaction } from '#storage/in-transaction.ts';
import { isSameFont, type FontName } from '#rendering/text/fonts.ts';
import type { Condition } from '#storage/condition.ts';
import type { Choices } from '../choices.ts';
import type { Counters } from '../counters/counters.ts';
import { addressOf, fontUpload, type Fonts } from '../fonts/fonts.ts';
import type { Labels } from '../labels/labels.ts';
import type { ShiftCodes } from '../shift-codes/shift-codes.ts';
import type { Tables } from '../tables/tables.ts';
import type { Variables } from '../variables/variables.ts';
import { inUse } from './in-use.ts';
import type { JobLabels } from './job-labels.ts';
import type { Job } from './job.ts';
import type { Jobs } from './jobs.ts';

export interface RemovalRooms {
  db: ControllerDatabase;
  jobs: Jobs;
  jobLabels: JobLabels;
  labels: Labels;
  tables: Tables;
  variables: Variables;
  counters: Counters;
  shiftCodes: ShiftCodes;
  fonts: Fonts;
  /** Shared with the selections: see `PrintingRooms`. */
  choices: Choices;
}

/** What may be taken away: its word in a message, and its part of a path. */
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

/** What goes by one name. A font goes by its family and its style. */
type NamedSubject = Subject & { noun: Exclude<Subject['noun'], 'font'> };

type Remove = (name: string, trx: ControllerTransaction) => Promise<void>;

/**
 * Takes away what no job needs, and changes the looks of nothing that one is about to print. Throws `not-found`, and `in-use` naming the
 * jobs, selected or queued, that need it.
 */
export class Removal {
  readonly #rooms: RemovalRooms;

  constructor(rooms: RemovalRooms) {
    this.#rooms = rooms;
  }

  async label(name: string, condition?: Condition): Promise<void> {
    await this.#remove({ noun: 'label', name, condition }, (label, trx) => this.#rooms.labels.remove(label, trx));
  }

  async table(name: string, condition?: Condition): Promise<void> {
    await this.#remove({ noun: 'table', name, condition }, (table, trx) => this.#rooms.tables.remove(table, trx));
  }

  async variable(name: string, condition?: Condition): Promise<void> {
    await this.#remove({ noun: 'variable', name, condition }, (variable, trx) => this.#rooms.variables.remove(variable, trx));
  }

  async counter(name: string, condition?: Condition): Promise<void> {
    await this.#remove({ noun: 'counter', name, condition }, (counter, trx) => this.#rooms.counters.remove(counter, trx));
  }

  async shiftCode(name: string, condition?: Condition): Promise<void> {
    await this.#remove({ noun: 'shiftCode', name, condition }, (shiftCode, trx) => this.#rooms.shiftCodes.remove(shiftCode, trx));
  }

  async font(name: FontName, condition?: Condition): Promise<void> {
    const { choices, fonts } = this.#rooms;
    await choices.change(async () => {
      await this.#check(condition);
      await this.#refuseUsedFont(name);
      await fonts.remove(name);
    });
  }

  /** Installs a font. One that is there already is replaced only while no job is written in it. */
  async putFont(name: FontName, bytes: Uint8Array<ArrayBuffer>, condition?: Condition): Promise<'created' | 'replaced'> {
    const { choices, fonts } = this.#rooms;
    await this.#check(condition);
    const file = await fontUpload(bytes);
    if (!fonts.holds(name, file)) {
      await this.#refuseUsedFont(name);
      // Not within the lock: it takes time, and nothing could be selected meanwhile.
      await fonts.judge(name, file);
    }
    return choices.change(async () => {
      await this.#check(condition);
      if (fonts.holds(name, file)) return 'replaced';
      await this.#refuseUsedFont(name);
      return fonts.put(name, file);
    });
  }

  /** Fonts change only in here, one after the other: what holds now holds when the font is changed. */
  async #check(condition: Condition | undefined): Promise<void> {
    if (condition) await inTransaction(this.#rooms.db, condition);
  }

  async #refuseUsedFont(name: FontName): Promise<void> {
    const { db, jobLabels } = this.#rooms;
    const users = await this.#users(db, async (job) =>
      (await jobLabels.documents(job, db)).some(({ needs }) => needs.fonts.some((font) => isSameFont(font, name))),
    );
    const subject = { noun: 'font', name: `${name.family} ${name.style}`.trim(), instance: addressOf(name) } as const;
    if (users.length > 0) throw neededBy(subject, users);
  }

  async #remove({ condition, ...subject }: NamedSubject & { condition: Condition | undefined }, remove: Remove): Promise<void> {
    const { db, choices } = this.#rooms;
    await choices.change(() =>
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
    for (const job of await this.#rooms.jobs.allQueued(db)) if (await needs(job)) users.push(job);
    return users;
  }

  async #needs(job: Job, { noun, name }: NamedSubject, trx: ControllerTransaction): Promise<boolean> {
    const { jobLabels } = this.#rooms;
    if (job.frozen === 1) return false;
    if (noun === 'label') return (await jobLabels.names(job, trx)).has(name);
    if (noun === 'table') return job.table_name === name;
    return (await jobLabels.documents(job, trx)).some(({ needs }) => needs[NOUNS[noun].path].includes(name));
  }
}

function neededBy({ noun, ...subject }: Subject & { instance?: string }, users: readonly Job[]): ProblemError {
  const jobs = users.map(({ id, printer, description, label_name: label }) => ({ id, printer, title: description || label }));
  return inUse({ ...NOUNS[noun], ...subject }, { jobs });
}
