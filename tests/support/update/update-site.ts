import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { copyFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { makeKeys } from '../../../build/scripts/sign-update.ts';
import { silentLog } from '#process/log.ts';
import { ControllerClient } from '#updates/controller-client.ts';
import { debianSystem } from '#updates/debian-system.ts';
import type { UpdateFolders } from '#updates/update-folders.ts';
import { writeRequest } from '#updates/update-request.ts';
import type { UpdateCommandIo } from '#updates/update-command.ts';
import { FolderServices } from './folder-services.ts';
import { TRIAL_PROGRAM_FOLDER, TrialPackages } from './trial-packages.ts';

/** A computer in a folder: real packages, installed by dpkg, a real controller, and the program that updates. */
export class UpdateSite {
  readonly folder: string;
  readonly folders: UpdateFolders;
  readonly services: FolderServices;
  readonly packages: TrialPackages;

  constructor(folder = mkdtempSync(join(tmpdir(), 'strobe-update-'))) {
    this.folder = folder;
    this.folders = {
      root: join(folder, 'strobe-update'),
      requests: join(folder, 'requests'),
      controller: join(folder, 'data/controller'),
      station: join(folder, 'data'),
      keys: [join(folder, 'keys')],
      sticks: [join(folder, 'media')],
    };
    this.services = new FolderServices({ program: this.programFolder, dataFolder: this.folders.controller, state: folder });
    this.packages = new TrialPackages(join(folder, 'packages'), join(folder, 'secret/private.pem'));
  }

  /** Makes the folders, the keys, and an empty database of packages. */
  prepare(): void {
    for (const name of ['dpkg/info', 'dpkg/updates', 'root', 'packages', 'keys', 'data/controller', 'strobe-update', 'requests/incoming']) {
      mkdirSync(join(this.folder, name), { recursive: true });
    }
    for (const name of ['status', 'available']) writeFileSync(join(this.folder, 'dpkg', name), '');
    makeKeys(join(this.folder, 'secret'));
    copyFileSync(join(this.folder, 'secret/public.pem'), join(this.folder, 'keys/public.pem'));
  }

  get programFolder(): string {
    return join(this.folder, 'root', TRIAL_PROGRAM_FOLDER);
  }

  get dpkgOptions(): string[] {
    const { folder } = this;
    return [`--admindir=${folder}/dpkg`, `--instdir=${folder}/root`, `--log=${folder}/dpkg.log`, '--force-script-chrootless'];
  }

  /** What `runUpdateCommand` needs; `more` replaces parts of it. */
  io(more: Partial<UpdateCommandIo> = {}): UpdateCommandIo {
    const { folders, services } = this;
    const system = debianSystem({
      ...{ controllerFolder: folders.controller, programFolder: this.programFolder, runnerFolder: join(folders.root, 'runner') },
      ...{ services, dpkgOptions: this.dpkgOptions },
    });
    return {
      ...{ folders, system, wait, log: silentLog, isRoot: true, now: () => Date.now() },
      limits: { ready: 30_000, labels: 60_000, poll: 100, spareBytes: 0, reserveBytes: 4_194_304 },
      controller: new ControllerClient(folders.controller, () => system.addReadKey(`update ${Date.now()}`)),
      write: () => undefined,
      complain: () => undefined,
      startInBackground: () => Promise.resolve(),
      ...more,
    };
  }

  /** Asks for the installation of a package, as the station does. */
  request(
    file: string,
    { id, when = 'now', acceptsPictures = false }: { id: string; when?: 'now' | 'idle'; acceptsPictures?: boolean },
  ): void {
    const name = basename(file);
    for (const ending of ['', '.sig']) copyFileSync(file + ending, join(this.folders.requests, 'incoming', name + ending));
    writeRequest(this.folders.requests, { action: 'install', id, file: name, when, acceptsPictures, by: 'test' });
  }

  async dispose(): Promise<void> {
    await this.services.kill();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
