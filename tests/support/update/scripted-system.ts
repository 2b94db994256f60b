import { copyFileSync } from 'node:fs';
import { requireTool } from '#updates/run-tool.ts';
import type { ControllerState } from '#updates/controller-client.ts';
import type { InstalledSystem } from '#updates/installed-system.ts';

/** An installed package without programs, which notes what is done to it. Packages are real files. */
export class ScriptedSystem implements InstalledSystem {
  readonly calls: string[] = [];
  version: string;
  isWhole = true;
  isRunning = true;
  /** What the controller of a version says. Undefined: it does not answer. */
  reportOf: (version: string) => Partial<ControllerState> | undefined = () => ({});
  /** Names of calls that fail. */
  readonly failing = new Set<string>();
  /** Called when the new version is started. */
  onStart: () => void = () => undefined;
  jobs: string[] | undefined = [];

  constructor(version: string) {
    this.version = version;
  }

  readonly controller = {
    report: async (): Promise<ControllerState | undefined> => {
      const said = this.isRunning ? this.reportOf(this.version) : undefined;
      return said && { version: this.version, reasons: [], waitingLabels: 0, openLabels: [], ...said };
    },
    printersWithJob: async (): Promise<string[] | undefined> => this.jobs,
  };

  async installed() {
    return { version: this.version, isWhole: this.isWhole };
  }

  async install(file: string): Promise<void> {
    const version = (await requireTool('dpkg-deb', ['-f', file, 'Version'])).trim();
    this.#call(`install ${version}`);
    this.version = version;
    this.isWhole = true;
  }

  async repair(): Promise<void> {
    this.#call('repair');
  }

  /** The package that `packInstalled` copies. */
  packed = '';

  async packInstalled(file: string): Promise<void> {
    this.#call('pack');
    copyFileSync(this.packed, file);
  }

  async keepProgram(): Promise<void> {
    this.#call('keep program');
  }

  dropProgram(): void {
    this.#call('drop program');
  }

  async backUp(): Promise<void> {
    this.#call('back up');
  }

  async addReadKey(): Promise<string> {
    return 'key';
  }

  async start(): Promise<void> {
    this.#call('start');
    this.isRunning = true;
    this.onStart();
  }

  async stop(): Promise<void> {
    this.#call('stop');
    this.isRunning = false;
  }

  async hasFailed(): Promise<boolean> {
    return this.reportOf(this.version) === undefined;
  }

  #call(name: string): void {
    this.calls.push(name);
    if (this.failing.has(name)) throw new Error(`${name} fails`);
  }
}
