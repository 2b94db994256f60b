import type { ControllerLauncher, ControllerProcess, LaunchOptions } from '#station/embedded/launcher.ts';

/** Launches fake processes that a test controls. */
export class FakeLauncher implements ControllerLauncher {
  readonly launched: FakeProcess[] = [];

  launch(options: LaunchOptions): FakeProcess {
    const process = new FakeProcess(options);
    this.launched.push(process);
    return process;
  }
}

export class FakeProcess implements ControllerProcess {
  readonly isSafeMode: boolean;
  readonly isDataRequired: boolean;
  isStopped = false;
  #line: (line: string) => void = () => undefined;
  #exit: (code: number | null) => void = () => undefined;

  constructor({ isSafeMode, isDataRequired }: LaunchOptions) {
    this.isSafeMode = isSafeMode;
    this.isDataRequired = isDataRequired;
  }

  onLine(listener: (line: string) => void): void {
    this.#line = listener;
  }

  onExit(listener: (code: number | null) => void): void {
    this.#exit = listener;
  }

  stop(): Promise<void> {
    this.isStopped = true;
    this.#exit(0);
    return Promise.resolve();
  }

  says(line: string): void {
    this.#line(line);
  }

  exits(code: number | null): void {
    this.#exit(code);
  }
}
