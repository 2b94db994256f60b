import type { EngineConfigurationOf } from '#contract/api-v3/engine.ts';
import { statusError } from '#contract/api-v3/make-status-error.ts';
import type { ConfigurationFault } from '../configuration-fault.ts';
import { NoAnswerError } from '../connection/connection-errors.ts';
import type { ZplDevice, ZplIdentity } from './zpl-device.ts';

/** Unanswered questions for a variable until the printer counts as one without variables, if it never answered one. */
const MAX_SILENCES = 2;
/** Deviation of resolutions that is only rounding. */
const ROUNDING = 0.05;

export interface Identification extends ZplIdentity {
  /** The printer's count; undefined if it has none. */
  count: number | undefined;
}

export interface IdentificationOptions {
  /** The setting `count` of the configuration. */
  count: EngineConfigurationOf<'zpl'>['count'];
  /** Dots per inch of the configuration, across and down. */
  dpi: number;
  vdpi: number;
}

/** Finds out which printer it is and whether it counts. Printers of other makers know no variables and stay silent. */
export class Identifier {
  readonly #options: IdentificationOptions;
  #silences = 0;
  #hasVariables: boolean | undefined;

  constructor(options: IdentificationOptions) {
    this.#options = options;
  }

  /** Rejects as `DeviceConnection.ask` does: another attempt follows with the next connection. */
  async identify(device: ZplDevice): Promise<Identification> {
    const identity = await device.identification();
    if (this.#hasVariables === false) return { ...identity, count: undefined };
    const serial = await this.#variable(() => device.serial());
    const dpi = (await this.#variable(() => device.dpi())) ?? identity.dpi;
    const count = this.#options.count === 'none' ? undefined : await this.#variable(() => device.count());
    return { ...identity, ...(serial === undefined ? {} : { serial }), ...(dpi === undefined ? {} : { dpi }), count };
  }

  /** Why this printer does not fit the configuration, by field. */
  faults({ dpi, count }: Identification): ConfigurationFault[] {
    const { count: setting, dpi: across, vdpi: down } = this.#options;
    const isWrong = (wanted: number) => dpi !== undefined && Math.abs(dpi - wanted) > ROUNDING * wanted;
    const faults: ConfigurationFault[] = [];
    if (dpi !== undefined && (isWrong(across) || isWrong(down))) {
      const wrong = isWrong(across) ? across : down;
      const error = statusError('wrong-resolution', { dpi: Math.round(dpi), configuredDpi: wrong });
      faults.push({ pointer: isWrong(across) ? '/dpi' : '/vdpi', error });
    }
    if (setting === 'odometer' && count === undefined) {
      faults.push({ pointer: '/engine/count', error: statusError('label-count-not-reported') });
    }
    return faults;
  }

  async #variable<Value>(ask: () => Promise<Value>): Promise<Value> {
    try {
      const value = await ask();
      this.#hasVariables = true;
      return value;
    } catch (error) {
      if (error instanceof NoAnswerError && this.#hasVariables === undefined && ++this.#silences >= MAX_SILENCES)
        this.#hasVariables = false;
      throw error;
    }
  }
}
