import type { LabelProof, LabelProofAcceptance, LabelProofs as ProofsAnswer } from '#contract/api-v3/label-proof.ts';
import { ProblemError } from '#contract/problem.ts';
import type { ControllerDatabase, ControllerSchema } from '#storage/controller-schema.ts';
import type { GroupCommit } from '#storage/group-commit.ts';
import type { TimerHandle, Timers } from '../engines/timers.ts';
import { Serial } from '../serial.ts';
import { isOpen } from './compare-proofs.ts';
import { drawProof, type DrawingProgram, type ProofRooms } from './draw-proof.ts';
import { LabelProofStore, type DrawnWith, type DueLabel, type StoredProof, type ToldProof } from './label-proof-store.ts';
import { unlessAborted } from './unless-aborted.ts';

export interface LabelProofRooms extends ProofRooms {
  db: ControllerDatabase;
  commits: GroupCommit<ControllerSchema>;
  timers: Timers;
  isSafeMode: boolean;
  version: string;
  /** Reads what tells the programs apart that may draw a label otherwise. */
  drawingVersion: () => Promise<string>;
}

/** Labels that are written down together: what a kill may leave to be drawn once more. */
const PER_COMMIT = 16;
/** How long after the threads had something else to do they are looked at again, in milliseconds. */
const PAUSE = 20;
/** How long after a failure the rest is tried, in milliseconds. */
const TRY_AGAIN = 60_000;

/** Two drawings of a label that are held against each other, as PNGs; null where there are no dots. */
export interface ProvedPictures {
  before: Uint8Array | null;
  after: Uint8Array | null;
  hdpi: number;
  vdpi: number;
}

/**
 * How every label was drawn last. After an update all are drawn again with the same values, one by one while the threads have nothing else
 * to do, and what came out otherwise is kept for a person to look at. What a kill or a stop leaves is drawn after the next start.
 */
export class LabelProofs {
  readonly #rooms: LabelProofRooms;
  readonly #store: LabelProofStore;
  readonly #turns = new Serial();
  readonly #end = new AbortController();
  #drawing: string | undefined;
  #isWoken = false;
  #isSwept = false;
  #retry: TimerHandle | undefined;

  constructor(rooms: LabelProofRooms) {
    this.#rooms = rooms;
    this.#store = new LabelProofStore(rooms.db);
  }

  /** Draws what is not drawn yet, in the background. */
  start(): void {
    this.wake();
  }

  /** Labels or fonts may have changed. Returns at once. */
  wake(): void {
    if (this.#isWoken || this.#rooms.isSafeMode || this.#end.signal.aborted) return;
    this.#isWoken = true;
    void this.#turns.run(() => this.#run());
  }

  /** Resolves once everything is drawn that was to be drawn until now. */
  async idle(): Promise<void> {
    await this.#turns.idle();
  }

  /** Leaves the rest to the next start. */
  async stop(): Promise<void> {
    this.#end.abort();
    if (this.#retry !== undefined) this.#rooms.timers.clearTimeout(this.#retry);
    await this.#turns.idle();
  }

  /** What came of drawing the labels again: all of them, or those that nobody has accepted yet. */
  async read({ isOpenOnly }: { isOpenOnly: boolean }): Promise<ProofsAnswer> {
    const proofs = await this.#store.list();
    const open = proofs.filter(isOpen);
    return {
      version: this.#rooms.version,
      waiting: await this.#store.countDue(await this.#drawnWith()),
      drawn: proofs.length,
      open: open.length,
      proofs: (isOpenOnly ? open : proofs).map(tell),
    };
  }

  /**
   * A person is content with these labels as they are drawn now. Doing it again changes nothing. Throws `not-found`, and `changed-meanwhile`
   * for a label that was drawn once more since; then none is accepted.
   */
  async accept({ proofs }: LabelProofAcceptance, by: string): Promise<void> {
    await this.#rooms.commits.run(async (trx) => {
      for (const { labelName, moment } of proofs) {
        const proof = await this.#store.find(labelName, trx);
        if (!proof || proof.outcome === 'new') throw missing(labelName);
        if (proof.made !== Date.parse(moment)) throw drawnSince(labelName);
        if (isOpen(proof)) await this.#store.accept(labelName, { at: this.#rooms.now(), by }, trx);
      }
    });
  }

  /** The drawing of before and that of now. Throws `not-found` for a label that was not drawn again. */
  async pictures(labelName: string): Promise<ProvedPictures> {
    const proof = await this.#store.find(labelName);
    if (!proof || proof.outcome === 'new') throw missing(labelName);
    const { picture, picture_before, is_changed, hdpi, vdpi } = proof;
    return { before: is_changed === 1 ? picture_before : picture, after: picture, hdpi, vdpi };
  }

  /** Never rejects. */
  async #run(): Promise<void> {
    this.#isWoken = false;
    const { log, timers } = this.#rooms;
    try {
      await this.#proveAll();
    } catch (error) {
      log.warn('labels could not be drawn to be compared; the rest is tried later', error);
      if (!this.#end.signal.aborted) this.#retry = timers.setTimeout(() => this.wake(), TRY_AGAIN);
    }
  }

  async #proveAll(): Promise<void> {
    const { signal } = this.#end;
    const program = await this.#readProgram();
    while (!signal.aborted) {
      const due = await this.#store.due(await this.#drawnWith(), PER_COMMIT);
      if (due.length === 0) break;
      const proofs: StoredProof[] = [];
      for (const label of due) {
        const proof = await this.#prove(label, program);
        if (signal.aborted) break;
        if (proof) proofs.push(proof);
      }
      if (proofs.length > 0) await this.#rooms.commits.run((trx) => this.#store.keep(proofs, trx), { isRepeatable: true });
    }
    if (!signal.aborted && !this.#isSwept) await this.#store.sweep();
    this.#isSwept = true;
  }

  /** Undefined when the controller stops. */
  async #prove(label: DueLabel, program: DrawingProgram): Promise<StoredProof | undefined> {
    const { signal } = this.#end;
    const { drawing, timers } = this.#rooms;
    const pause = () => new Promise<void>((resolve) => void timers.setTimeout(resolve, PAUSE));
    while (!drawing.isIdle && !signal.aborted) await unlessAborted(pause(), signal);
    if (signal.aborted) return undefined;
    const findLast = (hash: string) => this.#store.ofDocument(label.name, hash);
    return unlessAborted(drawProof(this.#rooms, label, { findLast, program }), signal);
  }

  async #drawnWith(): Promise<DrawnWith> {
    const { drawing } = await this.#readProgram();
    return { drawing, fontSet: this.#rooms.fonts.set.id };
  }

  async #readProgram(): Promise<DrawingProgram> {
    const { version, drawingVersion } = this.#rooms;
    this.#drawing ??= await drawingVersion();
    return { version, drawing: this.#drawing };
  }
}

function tell(proof: ToldProof): LabelProof {
  const { name, revision, outcome, detail, version, version_before, accepted, accepted_by } = proof;
  return {
    ...{ labelName: name, revision, outcome: outcome === 'new' ? 'same' : outcome, detail },
    ...{ isChanged: proof.is_changed === 1, isFontReplaced: proof.is_font_replaced === 1 },
    ...{ versionBefore: version_before ?? version, version, moment: new Date(proof.made).toISOString() },
    accepted: accepted === null ? null : { moment: new Date(accepted).toISOString(), by: accepted_by ?? '' },
  };
}

function missing(name: string): ProblemError {
  return new ProblemError('not-found', { detail: `There is no label "${name}" that was drawn again.`, instance: addressOf(name) });
}

function drawnSince(name: string): ProblemError {
  const detail = `The label "${name}" was drawn once more since. Look at it again.`;
  return new ProblemError('changed-meanwhile', { detail, instance: addressOf(name) });
}

function addressOf(name: string): string {
  return `/api/v3/labelProofs/${encodeURIComponent(name)}`;
}
