import type { EngineConfigurationOf, EngineIdentity, EngineKindName, EngineShape, Proof } from '#contract/api-v3/engine.ts';
import type { PrinterConfiguration, PrinterTest } from '#contract/api-v3/printer-configuration.ts';
import type { Log } from '#process/log.ts';
import type { Timers } from '../platform/timers.ts';
import type { PrintEngine } from './engine.ts';
import type { FrameLog } from './frame-log.ts';

/** The dependencies of an engine. */
export interface EngineDeps {
  /** The engine's own folder, which it creates when needed. */
  folder: string;
  /** Throws when another folder has replaced the data folder: the engine must not write into it. */
  checkFolder?: (() => void) | undefined;
  /** Milliseconds since the epoch. */
  now: () => number;
  timers: Timers;
  log: Log;
  /** What was sent to the device and received from it. */
  frames: FrameLog;
  /**
   * The device that belongs to the printer; undefined until it is known. An engine sends nothing that prints or clears to another one, is in the
   * state ERROR and says so.
   */
  expected?: EngineIdentity | undefined;
}

/** A printer's configuration with an engine of one kind. */
export type ConfigurationWith<Kind extends EngineKindName> = Omit<PrinterConfiguration, 'engine'> & { engine: EngineConfigurationOf<Kind> };

/** One kind of engine: what its devices can do, and how to make an engine for one of them. Loaded when it is first needed. */
export interface EngineKind<Kind extends EngineKindName = EngineKindName> {
  readonly kind: Kind;
  /** The model that is shown when the configuration names none. */
  readonly type: string;
  readonly shape: EngineShape;
  /** The best proof that its devices can give. */
  readonly proof: Proof;
  readonly tried: 'device' | 'emulator';
  /** Whether a photocell of the device may detect the products: its engines report them, or the device starts its prints itself. */
  readonly hasProductDetector: boolean;
  /** Makes an engine. Connects to nothing. Throws an `EngineConfigError` for a configuration that cannot work. */
  make(configuration: ConfigurationWith<Kind>, deps: EngineDeps): PrintEngine;
  /**
   * Connects, identifies the device and reads its status, within ten seconds. Prints nothing, and changes nothing on the device.
   * Rejects only with an `EngineConfigError`, for a configuration that cannot work.
   */
  test(configuration: ConfigurationWith<Kind>, deps: EngineDeps): Promise<PrinterTest>;
}
