import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isUpdateEnd, type UpdateStage, type UpdateStep } from '#contract/updates/update-state.ts';
import type { StepResult, UpdateDeps } from './update-deps.ts';
import { installOld, judge, restoreData, startOld, stopNew } from './roll-back-steps.ts';
import { INCOMING_FOLDER, reserveFileIn, savedDataIn, scratchIn, stagedPackageIn } from './update-folders.ts';
import { progressOf, UpdateRecordFile, type UpdateRecord } from './update-record.ts';
import { reasonOf, UpdateRefusal } from './update-refusal.ts';
import { readRequest, removeRequest, type UpdateRequest } from './update-request.ts';
import { backUp, checkStaged, copyPackage, install, observeNew, saveData, startNew, stopOld, waitForIdle } from './update-steps.ts';

/** Makes a step. May be repeated from its beginning after a kill. Undefined: it has to be made again after a while. */
type Step = (deps: UpdateDeps, record: UpdateRecord) => Promise<StepResult | undefined>;

const STEPS: Readonly<Record<UpdateStep, Step>> = {
  copying: copyPackage,
  checking: checkStaged,
  'backing-up': backUp,
  waiting: waitForIdle,
  stopping: stopOld,
  saving: saveData,
  installing: install,
  starting: startNew,
  observing: observeNew,
  'stopping-new': stopNew,
  'judging-data': judge,
  'installing-old': installOld,
  'restoring-data': restoreData,
  'starting-old': startOld,
};

/** What an error in a step leads to; the other steps are made again until they succeed. */
const AFTER_ERROR: Readonly<Partial<Record<UpdateStep, UpdateStage>>> = {
  ...{ copying: 'refused', checking: 'refused', 'backing-up': 'refused', waiting: 'refused' },
  // Nothing has been installed yet.
  ...{ stopping: 'starting-old', saving: 'starting-old' },
  ...{ installing: 'stopping-new', starting: 'stopping-new', observing: 'stopping-new' },
};

/** The steps that are made before the programs start at boot: the others need them, or they run as they are. */
const BEFORE_PROGRAMS: readonly UpdateStage[] = [
  'stopping',
  'saving',
  'installing',
  'stopping-new',
  'judging-data',
  'installing-old',
  'restoring-data',
];

/** Installs what was asked for, step by step, and goes on with what a kill or a power cut has interrupted. Only one may run at a time. */
export class UpdateRunner {
  readonly #deps: UpdateDeps;
  readonly #recordFile: UpdateRecordFile;

  constructor(deps: UpdateDeps) {
    this.#deps = deps;
    this.#recordFile = new UpdateRecordFile(deps.folders.root, deps.now);
  }

  /** Works until nothing is left to do. Throws when a step of the roll-back fails: it is made again by the next run. */
  async run(): Promise<UpdateRecord | undefined> {
    for (;;) {
      const record = this.#recordFile.read();
      const next = record && !isUpdateEnd(record.stage) ? await this.#step(record) : await this.#begin(record);
      if (!next) return record;
      if (next !== record) await this.#publish(next);
    }
  }

  /** Called at boot, before the programs start: brings one whole version and its data into place. */
  async runBeforePrograms(): Promise<void> {
    for (;;) {
      const record = this.#recordFile.read();
      if (!record || !BEFORE_PROGRAMS.includes(record.stage)) return;
      await this.#publish(await this.#step(record));
    }
  }

  async #step(record: UpdateRecord): Promise<UpdateRecord> {
    const stage = record.stage as UpdateStep;
    try {
      if (stage === 'waiting') {
        const asked = await this.#askedMeanwhile(record);
        if (asked) return asked;
      }
      const result = await STEPS[stage](this.#deps, record);
      if (!result) {
        await this.#deps.wait(this.#deps.limits.poll);
        return record;
      }
      this.#deps.log.info(`${stage} done, next: ${result.stage}`);
      return this.#enter(record, result);
    } catch (error) {
      const after = AFTER_ERROR[stage];
      if (!after) throw error;
      return this.#fail(record, after, error);
    }
  }

  #fail(record: UpdateRecord, stage: UpdateStage, error: unknown): UpdateRecord {
    const reason = reasonOf(error);
    this.#deps.log.warn(`${record.stage} failed: ${reason.text}`);
    // Makes space for what has to be written now.
    this.#freeSpace();
    if (stage === 'starting-old') rmSync(savedDataIn(this.#deps.folders.root, record.id), { recursive: true, force: true });
    const text = error instanceof UpdateRefusal ? reason.text : `${FAILED[record.stage] ?? 'The update failed'}: ${reason.text}`;
    return this.#enter(record, { stage, changes: { reason: { ...reason, text } } });
  }

  #enter(record: UpdateRecord, { stage, changes }: StepResult): UpdateRecord {
    if (stage === 'stopping-new') this.#freeSpace();
    const next = this.#recordFile.enter(record, stage, changes);
    if (isUpdateEnd(stage)) this.#tidy(next);
    return next;
  }

  #freeSpace(): void {
    const { root } = this.#deps.folders;
    rmSync(reserveFileIn(root), { force: true });
    rmSync(scratchIn(root), { recursive: true, force: true });
  }

  /** Removes what only the installation needed. */
  #tidy({ stage, fallback }: UpdateRecord): void {
    const { folders, system } = this.#deps;
    this.#freeSpace();
    system.dropProgram();
    if (stage !== 'done' && stage !== 'kept')
      for (const ending of ['', '.sig']) rmSync(stagedPackageIn(folders.root) + ending, { force: true });
    const saved = join(folders.root, 'saved');
    const others = existsSync(saved) ? readdirSync(saved).filter((id) => id !== fallback?.id) : [];
    for (const id of others) rmSync(join(saved, id), { recursive: true, force: true });
  }

  /** A person has decided while it waits. */
  async #askedMeanwhile(record: UpdateRecord): Promise<UpdateRecord | undefined> {
    const { folders } = this.#deps;
    for (const folder of [folders.root, folders.requests]) {
      const request = await readRequest(folder);
      if (request?.action !== 'now' && request?.action !== 'cancel') continue;
      const changed =
        request.action === 'now' ? this.#recordFile.write({ ...record, when: 'now' }) : this.#enter(record, { stage: 'cancelled' });
      removeRequest(folder);
      return changed;
    }
    return undefined;
  }

  /** Begins what was asked for; undefined when nothing was. Requests of root are served first. */
  async #begin(last: UpdateRecord | undefined): Promise<UpdateRecord | undefined> {
    const { folders } = this.#deps;
    mkdirSync(folders.root, { recursive: true, mode: 0o755 });
    for (const folder of [folders.root, folders.requests]) {
      const request = await readRequest(folder);
      // A kill came between the record and the removal of the request.
      const begun = request && request.id !== last?.id ? await this.#recordOf(request, { last, folder }) : undefined;
      const record = begun && this.#recordFile.write(begun);
      // Also one that cannot be understood: it would start this program again and again.
      removeRequest(folder);
      if (record) return record;
    }
    return undefined;
  }

  async #recordOf(
    request: UpdateRequest,
    { last, folder }: { last: UpdateRecord | undefined; folder: string },
  ): Promise<UpdateRecord | undefined> {
    if (request.action !== 'install' && request.action !== 'roll-back') return undefined;
    const moment = new Date(this.#deps.now()).toISOString();
    const { version } = await this.#deps.system.installed();
    const fallback = last?.fallback ?? null;
    const common = {
      ...{ format: 1 as const, id: request.id, when: request.when, by: request.by, begun: moment, changed: moment, fallback },
      ...{ sha256: null, reason: null, changedLabels: [], before: null, restores: null },
    };
    if (request.action === 'install') {
      const { file, acceptsPictures } = request;
      const allowsOlder = request.allowsOlder && folder === this.#deps.folders.root;
      const source = { folder: join(folder, INCOMING_FOLDER), file };
      return {
        ...common,
        stage: 'copying',
        source,
        from: version,
        to: null,
        allowsOlder,
        acceptsPictures,
        saved: null,
        savedBy: request.id,
      };
    }
    const flags = { source: null, to: version, allowsOlder: false, acceptsPictures: false };
    if (!fallback) {
      const reason = { text: 'No version to go back to is kept on this computer.', code: 'nothing-kept' as const, values: {} };
      return { ...common, ...flags, stage: 'refused', from: version, reason, saved: null, savedBy: request.id };
    }
    return { ...common, ...flags, stage: 'waiting', from: fallback.version, saved: fallback.saved, savedBy: fallback.id };
  }

  async #publish(record: UpdateRecord): Promise<void> {
    const installed = await this.#deps.system.installed().then(
      ({ version }) => version,
      () => record.from,
    );
    this.#recordFile.publish({ installed, previous: record.fallback?.version ?? null, progress: progressOf(record) });
  }
}

const FAILED: Readonly<Partial<Record<UpdateStage, string>>> = {
  copying: 'The package could not be copied',
  checking: 'The package could not be checked',
  'backing-up': 'The backup before the installation failed',
  stopping: 'The programs could not be stopped',
  saving: 'The data could not be saved before the installation',
  installing: 'The new version could not be installed',
  starting: 'The new version could not be started',
  observing: 'The new version could not be watched',
};
