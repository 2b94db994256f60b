import type { PrinterConfiguration } from '#contract/api-v3/printer-configuration.ts';
import type { EngineDeps } from '../engine-kind.ts';
import type { CoderLinkEvents, ConnectedCoder } from './coder.ts';

export interface CoderEngineOptions extends EngineDeps {
  configuration: Omit<PrinterConfiguration, 'engine'>;
  /** The model that is shown when the configuration names none. */
  type: string;
  connect: (events: CoderLinkEvents) => ConnectedCoder;
}
