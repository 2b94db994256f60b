import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { callApi, readApi } from '#support/call-api.ts';
import { ownChild } from '#support/own-children.ts';
import { SmallDisk } from '#support/small-disk.ts';
import { UpdateSite } from '#support/update/update-site.ts';
import type { ControllerState } from '#updates/controller-client.ts';
import { requireTool } from '#updates/run-tool.ts';
import { furnishFolder, printerUrl, selectSerials, type LineSetup } from '../lines.ts';

export const LINES: readonly LineSetup[] = [
  { printer: 'Line 1', counter: 'Shared', lineSpeed: 2_400, bufferDepth: 8, isColor: false },
  { printer: 'Line 2', counter: 'Shared', lineSpeed: 1_200, bufferDepth: 8, isColor: false },
];
const UPDATER = join(import.meta.dirname, 'updater.ts');
const DISK_MEGABYTES = 420;
const PATIENCE = 60_000;
/** Milliseconds between two products of a printer. */
const PRODUCT_INTERVAL = 25;

/** A computer with an installed version that prints serial numbers all the time, whatever is done to it. */
export class UpdateLine {
  readonly disk = new SmallDisk(DISK_MEGABYTES);
  readonly site: UpdateSite;
  /** Keys of the triggers that were acknowledged. */
  readonly acknowledged = new Set<string>();
  #isPrinting = false;
  #conveyors: Promise<void>[] = [];
  #product = 0;

  constructor() {
    const folder = join(this.disk.folder, 'site');
    mkdirSync(folder);
    this.site = new UpdateSite(folder);
    this.site.prepare();
  }

  async open(deb: string): Promise<void> {
    await requireTool('dpkg', [...this.site.dpkgOptions, '--install', deb]);
    await furnishFolder(this.site.folders.controller, LINES);
    await this.site.services.start();
    await this.settled();
    await selectSerials(this.url() ?? '', LINES);
  }

  async close(isKept: boolean): Promise<void> {
    await this.pause();
    await this.site.services.kill();
    if (!isKept) this.disk.remove();
  }

  /** Products pass the printers from now on. */
  print(): void {
    this.#isPrinting = true;
    this.#conveyors = LINES.map((line) => this.#convey(line.printer));
  }

  /** No product passes any more; resolves when the last one is answered. */
  async pause(): Promise<void> {
    this.#isPrinting = false;
    await Promise.all(this.#conveyors);
    this.#conveyors = [];
  }

  /** Starts the program that updates, in a process group of its own with the tools that it starts. */
  update(...flags: string[]): { ended: Promise<number | null>; kill: (hasTools: boolean) => void } {
    const child: ChildProcess = ownChild(
      spawn(process.execPath, [UPDATER, this.site.folder, 'apply', ...flags], { detached: true, stdio: 'ignore' }),
    );
    const ended = once(child, 'close').then(([code]) => code as number | null);
    return { ended, kill: (hasTools) => killQuietly(hasTools ? -child.pid! : child.pid!) };
  }

  /** The stage of the current installation. */
  stage(): string {
    try {
      return (JSON.parse(readFileSync(join(this.site.folders.root, 'record.json'), 'utf8')) as { stage: string }).stage;
    } catch {
      return '';
    }
  }

  /** What the controller says once it answers, has drawn its labels, and has seen that its disk has space again, which it looks for once a second. */
  async settled(): Promise<ControllerState> {
    const { controller } = this.site.io();
    let last: ControllerState | undefined;
    for (const end = Date.now() + PATIENCE; Date.now() < end; await wait(50)) {
      last = await controller.report();
      if (last?.waitingLabels === 0 && !last.reasons.includes('disk-full')) return last;
    }
    if (last?.waitingLabels === 0) return last;
    throw new Error(`no controller answers: ${this.log()}`);
  }

  /** A person accepts the labels as they are drawn now. */
  async acceptLabels(): Promise<void> {
    const url = `${this.url() ?? ''}/api/v3/labelAcceptance`;
    const { comparisons } = await readApi<{ comparisons: { labelName: string; moment: string }[] }>(`${url}?open=true`);
    if (comparisons.length === 0) return;
    await callApi('POST', `${url}/accept`, { comparisons: comparisons.map(({ labelName, moment }) => ({ labelName, moment })) });
  }

  /** The end of the controllers' output. */
  log(): string {
    const file = join(this.site.folder, 'controller.log');
    return existsSync(file) ? readFileSync(file, 'utf8').slice(-2_000) : '';
  }

  /** Removes packages that are not needed any more. */
  forgetPackages(): void {
    rmSync(join(this.site.folder, 'packages'), { recursive: true, force: true });
    mkdirSync(join(this.site.folder, 'packages'));
    rmSync(join(this.site.folders.requests, 'incoming'), { recursive: true, force: true });
    mkdirSync(join(this.site.folders.requests, 'incoming'));
    for (const name of ['data/controller/backups', 'data/controller/replaced', 'strobe-update/replaced']) {
      rmSync(join(this.site.folder, name), { recursive: true, force: true });
    }
  }

  url(): string | undefined {
    try {
      return (JSON.parse(readFileSync(join(this.site.folders.controller, 'controller.json'), 'utf8')) as { url: string }).url;
    } catch {
      return undefined;
    }
  }

  async #convey(printer: string): Promise<void> {
    while (this.#isPrinting) {
      const key = `${printer.replace(' ', '-')}-${(this.#product += 1)}`;
      const url = this.url();
      if (url !== undefined && (await trigger(url, printer, key))) this.acknowledged.add(key);
      await wait(PRODUCT_INTERVAL);
    }
  }
}

async function trigger(url: string, printer: string, key: string): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(10_000);
    const response = await fetch(`${printerUrl(url, printer)}/trigger`, { method: 'POST', headers: { 'idempotency-key': key }, signal });
    return ((await response.json()) as { result?: string }).result === 'printing';
  } catch {
    return false;
  }
}

function killQuietly(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    return;
  }
}
