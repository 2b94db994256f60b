import { chmodSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { z } from 'zod';
import {
  updateMomentSchema,
  updateProgressSchema,
  updateReasonSchema,
  updateStageSchema,
  type UpdateStage,
  type UpdateStatus,
} from '#contract/updates/update-state.ts';
import { moveDurably, writeDurably } from '#storage/files/durable-file.ts';
import { dataFactsSchema } from './data-facts.ts';
import { updateSourceSchema } from './update-request.ts';
import { recordFileIn, statusFileIn } from './update-folders.ts';

const EVERYONE_READS = 0o644;
const EVERYONE_ENTERS = 0o755;

const savedSchema = z.object({ controller: dataFactsSchema.nullable(), station: dataFactsSchema.nullable() });

/** The version to return to when a person asks: its package is kept, and the databases as it left them. */
const fallbackSchema = z.object({
  version: z.string(),
  /** The installation that replaced it, by whose id the databases are kept. */
  id: z.string(),
  saved: savedSchema.nullable(),
});

const recordSchema = z.object({
  format: z.literal(1),
  id: z.string(),
  /** The step that is being made: it may be done in part. After a kill it is made again from its beginning. */
  stage: updateStageSchema,
  /** Null for a roll-back that a person asked for: `from` is then the version that it returns to, and `to` the installed one. */
  source: updateSourceSchema.nullable(),
  from: z.string(),
  to: z.string().nullable(),
  sha256: z.string().nullable(),
  when: updateMomentSchema,
  by: z.string(),
  allowsOlder: z.boolean(),
  /** A person has said beforehand that labels may be drawn differently. */
  acceptsPictures: z.boolean(),
  begun: z.string(),
  changed: z.string(),
  reason: updateReasonSchema.nullable(),
  changedLabels: z.array(z.string()),
  /** What the controller said of itself before the switch: what was wrong then is no fault of the new version. */
  before: z.object({ reasons: z.array(z.string()) }).nullable(),
  /** The databases as the version before left them. Null until they are copied. */
  saved: savedSchema.nullable(),
  /** The installation by whose id they are kept: this one, or for a roll-back that a person asked for the one that it undoes. */
  savedBy: z.string(),
  fallback: fallbackSchema.nullable(),
  /** Which of them are put back. Null until it is decided. */
  restores: z.object({ controller: z.boolean(), station: z.boolean() }).nullable(),
});
export type UpdateRecord = z.infer<typeof recordSchema>;

/**
 * The durable record of the current or last installation, and its public part. A change of the stage is durable before the step begins, so that a kill or a
 * power cut leaves a step that can be made again.
 */
export class UpdateRecordFile {
  readonly #root: string;
  readonly #now: () => number;

  constructor(root: string, now: () => number) {
    this.#root = root;
    this.#now = now;
  }

  /** Undefined before the first installation. A file that cannot be read is moved aside, as it could only have been damaged; throws the disk's errors. */
  read(): UpdateRecord | undefined {
    const file = recordFileIn(this.#root);
    if (!existsSync(file)) return undefined;
    const text = readFileSync(file, 'utf8');
    try {
      return recordSchema.parse(JSON.parse(text));
    } catch (error) {
      if (!(error instanceof SyntaxError || error instanceof z.ZodError)) throw error;
      moveDurably(file, `${file}.unreadable`);
      return undefined;
    }
  }

  /** Throws the disk's errors; then the former record remains. */
  write(record: UpdateRecord): UpdateRecord {
    mkdirSync(this.#root, { recursive: true, mode: EVERYONE_ENTERS });
    writeDurably(recordFileIn(this.#root), JSON.stringify(record));
    return record;
  }

  /** Writes the record with another stage, and what changes with it. */
  enter(record: UpdateRecord, stage: UpdateStage, changes: Partial<UpdateRecord> = {}): UpdateRecord {
    return this.write({ ...record, ...changes, stage, changed: new Date(this.#now()).toISOString() });
  }

  /** Publishes the state for the station and other users. It is not needed for a roll-back: errors of the disk are ignored. */
  publish(status: UpdateStatus): void {
    try {
      mkdirSync(this.#root, { recursive: true, mode: EVERYONE_ENTERS });
      writeDurably(statusFileIn(this.#root), JSON.stringify(status));
      chmodSync(statusFileIn(this.#root), EVERYONE_READS);
    } catch {
      return;
    }
  }
}

/** The public part of a record. */
export function progressOf(record: UpdateRecord): z.infer<typeof updateProgressSchema> {
  return updateProgressSchema.parse(record);
}
