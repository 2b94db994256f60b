import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { copyFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { ProblemError } from '#contract/problem.ts';
import type { FoundUpdate, UpdatesEvent } from '#contract/station/updates.ts';
import { SIGNATURE_ENDING } from '#contract/updates/latest-package.ts';
import { isUpdateEnd, type UpdateProgress, type UpdateReason } from '#contract/updates/update-state.ts';
import { checkPackage } from '#updates/check-package.ts';
import { findOnSticks, type FoundPackage } from '#updates/find-on-sticks.ts';
import { trustedKeysIn } from '#updates/package-signature.ts';
import { INCOMING_FOLDER, REQUEST_FILE, type UpdateFolders } from '#updates/update-folders.ts';
import { reasonOf } from '#updates/update-refusal.ts';
import { writeRequest } from '#updates/update-request.ts';
import { readStatus } from '#updates/update-status.ts';
import { download } from '#updates/web-source.ts';
import { Emitter } from '../platform/emitter.ts';
import type { FeedSource } from '../platform/feed.ts';
import type { StoredSetting } from '../platform/stored-setting.ts';
import type { Clock } from '../platform/system-clock.ts';
import { searchServers, type SearchedServers, type ServerPackage } from './update-servers.ts';

export interface StationUpdatesDeps {
  /** Undefined for an installation that is not updated by itself. */
  folders: UpdateFolders | undefined;
  version: string;
  clock: Clock;
  newId: () => string;
  address: StoredSetting<string | null>;
  readPlant: SearchedServers['readPlant'];
  /** Name of the person at the screen that calls. */
  author: () => string;
  report: (error: unknown) => void;
}

/** When a package is installed, and whether labels may then be drawn differently. */
interface UpdateWishes {
  when: 'idle' | 'now';
  acceptsPictures: boolean;
}

export const updateAddressSchema = z.string().nullable();

/** Milliseconds between two looks at what the program that installs says. */
const LOOK_INTERVAL = 1_000;

type Snapshot = Omit<UpdatesEvent, 'type' | 'installed' | 'isManaged'>;
const NOTHING: Snapshot = {
  ...{ previous: null, address: null, isSearching: false, found: null, searchFaults: [] },
  ...{ isPreparing: false, fault: null, download: null, progress: null },
};

type Source = { stick: FoundPackage } | ServerPackage;

/**
 * Updates of the station's computer, for the page: finds packages, and asks the program of root to install them. That program checks everything again, because
 * it does not trust the station.
 */
export class StationUpdates implements FeedSource<UpdatesEvent> {
  readonly #deps: StationUpdatesDeps;
  readonly #emitter: Emitter<UpdatesEvent>;
  readonly #sources = new Map<string, Source>();
  #state = NOTHING;
  /** Asked for, and not yet published by the program that installs. */
  #asked: string | undefined;
  #cancelLook: () => void = () => undefined;
  #isStopped = false;

  constructor(deps: StationUpdatesDeps) {
    this.#deps = deps;
    this.#emitter = new Emitter(deps.report);
  }

  async start(): Promise<void> {
    if (!this.#deps.folders) return;
    this.#state = { ...this.#state, address: (await this.#deps.address.read()) ?? null };
    this.#look();
  }

  stop(): void {
    this.#isStopped = true;
    this.#cancelLook();
  }

  snapshot(): UpdatesEvent {
    return { type: 'snapshot', isManaged: this.#deps.folders !== undefined, installed: this.#deps.version, ...this.#state };
  }

  subscribe(listener: (event: UpdatesEvent) => void): () => void {
    return this.#emitter.subscribe(listener);
  }

  /** Returns at once; what is found is published. */
  search(): void {
    this.#managed();
    if (this.#state.isSearching) return;
    this.#set({ isSearching: true });
    void this.#search()
      .then((result) => this.#set({ ...result, isSearching: false }))
      .catch((error: unknown) => {
        this.#deps.report(error);
        this.#set({ isSearching: false });
      });
  }

  async putAddress(address: string | null): Promise<void> {
    this.#managed();
    await this.#deps.address.save(address);
    this.#set({ address, found: null, searchFaults: [] });
  }

  /** Copies or downloads the package, checks it, and asks for its installation, in the background. Throws `not-found` and `invalid-input`. */
  install({ id, ...wishes }: UpdateWishes & { id: string }): void {
    const folders = this.#managed();
    this.#refuseWhileRunning();
    const source = this.#sources.get(id);
    if (!source) throw new ProblemError('not-found', { detail: 'This package was not found any more. Search again.' });
    const by = this.#deps.author();
    this.#set({ isPreparing: true, fault: null });
    this.#prepare(source, join(folders.requests, INCOMING_FOLDER))
      .then((file) => {
        this.#asked = this.#deps.newId();
        writeRequest(folders.requests, { action: 'install', id: this.#asked, by, file, ...wishes });
        this.#set({ isPreparing: false, download: null });
      })
      .catch((error: unknown) => this.#set({ isPreparing: false, download: null, fault: faultOf(error) }));
  }

  installNow(): void {
    this.#ask('now');
  }

  cancel(): void {
    this.#ask('cancel');
  }

  rollBack(when: 'idle' | 'now'): void {
    const folders = this.#managed();
    this.#refuseWhileRunning();
    if (this.#state.previous === null) throw refused('No version to go back to is kept on this computer.');
    this.#asked = this.#deps.newId();
    writeRequest(folders.requests, { action: 'roll-back', id: this.#asked, by: this.#deps.author(), when });
  }

  #ask(action: 'now' | 'cancel'): void {
    const folders = this.#managed();
    if (this.#state.progress?.stage !== 'waiting') throw refused('No update waits any more.');
    writeRequest(folders.requests, { action, id: this.#deps.newId(), by: this.#deps.author() });
  }

  #managed(): UpdateFolders {
    const { folders } = this.#deps;
    if (!folders) throw refused('This installation is not updated by itself.');
    return folders;
  }

  #refuseWhileRunning(): void {
    const { progress } = this.#state;
    // A request that the program of root has removed without an update was not understood by it.
    const isAsked = this.#asked !== undefined && existsSync(join(this.#managed().requests, REQUEST_FILE));
    if (isAsked || this.#state.isPreparing || (progress && !isUpdateEnd(progress.stage)))
      throw refused('An update is being installed already.');
  }

  async #search(): Promise<Pick<Snapshot, 'found' | 'searchFaults'>> {
    this.#sources.clear();
    const found = await Promise.all((await findOnSticks(this.#managed().sticks)).map((stick) => this.#describe(stick)));
    const { readPlant, version: installed } = this.#deps;
    const servers = await searchServers({ address: this.#state.address, readPlant, installed });
    for (const [id, one] of servers.packages) this.#sources.set(id, one);
    return { found: [...found, ...servers.found], searchFaults: servers.faults };
  }

  async #describe(stick: FoundPackage): Promise<FoundUpdate> {
    const path = join(stick.folder, stick.file);
    this.#sources.set(path, { stick });
    const common = { id: path, place: 'stick' as const, where: stick.folder, file: stick.file, size: stick.size };
    try {
      return { ...common, version: await this.#check(path), isChecked: true, fault: null };
    } catch (error) {
      return { ...common, version: null, isChecked: true, fault: reasonOf(error) };
    }
  }

  async #check(path: string): Promise<string> {
    const signature = await readFile(path + SIGNATURE_ENDING, 'utf8');
    const keys = trustedKeysIn(this.#managed().keys);
    return (await checkPackage({ file: path, signature, keys, installed: this.#deps.version })).version;
  }

  /** Returns the name of the file in the folder. */
  async #prepare(source: Source, folder: string): Promise<string> {
    mkdirSync(folder, { recursive: true });
    const file = await this.#fetch(source, folder);
    await this.#check(join(folder, file));
    return file;
  }

  async #fetch(source: Source, folder: string): Promise<string> {
    if ('stick' in source) {
      const { folder: from, file } = source.stick;
      for (const ending of ['', SIGNATURE_ENDING]) await copyFile(join(from, file + ending), join(folder, file + ending));
      return file;
    }
    const { latest, from } = source;
    rmSync(join(folder, latest.file), { force: true });
    await download(from, latest, { folder, onProgress: (bytes) => this.#set({ download: { bytes, size: latest.size } }) });
    return latest.file;
  }

  /** Reads again and again what the program that installs has published. */
  #look(): void {
    const { folders, clock } = this.#deps;
    if (!folders || this.#isStopped) return;
    const { progress = null, previous = null } = readStatus(folders) ?? {};
    if (progress?.id === this.#asked) this.#asked = undefined;
    if (!isSame(progress, this.#state.progress) || previous !== this.#state.previous) this.#set({ progress, previous });
    this.#cancelLook = clock.after(LOOK_INTERVAL, () => this.#look());
  }

  #set(changes: Partial<Snapshot>): void {
    this.#state = { ...this.#state, ...changes };
    this.#emitter.emit(this.snapshot());
  }
}

function isSame(one: UpdateProgress | null, other: UpdateProgress | null): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function refused(detail: string): ProblemError {
  return new ProblemError('invalid-input', { detail });
}

function faultOf(error: unknown): UpdateReason {
  const isGone = error instanceof Error && 'code' in error && error.code === 'ENOENT';
  return isGone ? { text: 'The package is not there any more. Search again.', code: 'gone', values: {} } : reasonOf(error);
}
