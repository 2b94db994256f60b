import type { Proof } from '#contract/api-v3/engine.ts';
import type { PrinterConfiguration } from '#contract/api-v3/printer-configuration.ts';
import type { EngineDeps } from '../engine-kind.ts';
import type { Coder, CoderLink, CoderLinkEvents } from './coder.ts';

export interface CoderEngineOptions extends EngineDeps {
  configuration: Omit<PrinterConfiguration, 'engine'>;
  /** The model that is shown when the configuration names none. */
  type: string;
  address: string;
  proof: Extract<Proof, 'id' | 'count'>;
  depth: number;
  /** Whether the device says which one it is. */
  identifies: boolean;
  /** Whether a value stays in the device when it was printed, and would be printed again. */
  keepsValues: boolean;
  connect: (events: CoderLinkEvents) => { link: CoderLink; coder: Coder };
}
