import { join } from 'node:path';
import type { EngineIdentity } from '#contract/api-v3/engine.ts';
import type { PrinterConfiguration, PrinterTest } from '#contract/api-v3/printer-configuration.ts';
import { ProblemError } from '#contract/problem.ts';
import { EngineConfigError } from '../engines/engine-config-error.ts';
import type { EngineDeps } from '../engines/engine-kind.ts';
import type { PrintEngine } from '../engines/engine.ts';
import type { FrameLog } from '../engines/frame-log.ts';
import { UnusableEngine } from '../engines/unusable-engine.ts';
import type { Log } from '#process/log.ts';
import type { Timers } from '../platform/timers.ts';
import { findDetectorFault, makeEngine, testEngine } from './engine-kinds.ts';
import { parseConfiguration } from './printer-rows.ts';
import type { ConfiguredEngine } from './printer.ts';

export type MakeEngine = (configuration: PrinterConfiguration, deps: EngineDeps) => PrintEngine | Promise<PrintEngine>;

export interface EngineFactoryOptions {
  /** Engines get the folder `marks/<position>` in it: a printer's name never becomes a path. */
  dataFolder: string;
  folder?: { check: () => void } | undefined;
  /** Milliseconds since the epoch. */
  now: () => number;
  timers: Timers;
  log: Log;
  /** Creates the engine of a printer; defaults to the engine of its kind. */
  makeEngine?: MakeEngine | undefined;
}

/** Where an engine keeps its files, what records its connection, and which device belongs to it. */
export interface EnginePlace {
  position: number;
  frames: FrameLog;
  expected: EngineIdentity | undefined;
}

/** Makes and tests the engines of printers. */
export class EngineFactory {
  readonly #options: EngineFactoryOptions;

  constructor(options: EngineFactoryOptions) {
    this.#options = options;
  }

  /** The engine of a new configuration. Throws `invalid-input` naming the field at fault if it cannot work. */
  async make(configuration: PrinterConfiguration, place: EnginePlace): Promise<PrintEngine> {
    return naming(async () => {
      await refuseDetector(configuration);
      return this.#engineOf(configuration, place);
    });
  }

  /** The engine of a stored configuration; one that never starts, with the reason, if the configuration cannot be used. */
  async makeStored(config: string, place: EnginePlace): Promise<ConfiguredEngine & { fault?: string }> {
    try {
      const configuration = parseConfiguration(config);
      return { configuration, engine: await this.#engineOf(configuration, place) };
    } catch (error) {
      if (!(error instanceof EngineConfigError)) throw error;
      const reason = `${error.message}. Correct its configuration, restore a backup, or install the version that stored it.`;
      return { configuration: undefined, engine: new UnusableEngine(reason), fault: error.message };
    }
  }

  /** Connects to a device, identifies it and reads its status. Prints nothing. Throws `invalid-input` for a configuration that cannot work. */
  async test(configuration: PrinterConfiguration, place: EnginePlace): Promise<PrinterTest> {
    return naming(async () => {
      await refuseDetector(configuration);
      return testEngine(configuration, this.#depsOf(place));
    });
  }

  async #engineOf(configuration: PrinterConfiguration, place: EnginePlace): Promise<PrintEngine> {
    return (this.#options.makeEngine ?? makeEngine)(configuration, this.#depsOf(place));
  }

  #depsOf({ position, frames, expected }: EnginePlace): EngineDeps {
    const { dataFolder, folder, now, timers, log } = this.#options;
    return { folder: join(dataFolder, 'marks', String(position)), checkFolder: folder?.check, now, timers, log, frames, expected };
  }
}

/** Stored configurations are not checked again: a printer without triggers of its own still prints. */
async function refuseDetector(configuration: PrinterConfiguration): Promise<void> {
  const fault = await findDetectorFault(configuration);
  if (fault !== undefined) throw new EngineConfigError(fault, undefined, '/productDetector');
}

/** Turns the fault of a configuration into a problem that names the field. */
async function naming<Result>(act: () => Promise<Result>): Promise<Result> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof EngineConfigError)) throw error;
    const errors = [{ pointer: error.pointer, detail: error.message }];
    throw new ProblemError('invalid-input', { detail: error.message, errors }, { cause: error });
  }
}
