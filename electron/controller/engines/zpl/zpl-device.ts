import type { EngineIdentity } from '#contract/api-v3/engine.ts';
import { NoAnswerError } from '../connection/connection-errors.ts';
import type { DeviceConnection, Question } from '../connection/device-connection.ts';
import type { ZplMessage } from './zpl-messages.ts';
import { parseErrorStatus, parseHostStatus, type ZplStatus } from './zpl-status.ts';

type ZplQuestion<Answer> = Question<ZplMessage, Answer>;

/** Some printers do not answer `~HS` during an error. */
const STATUS_LIMIT = 1_000;
const MM_PER_INCH = 25.4;

/** What a printer says about itself. */
export interface ZplIdentity extends EngineIdentity {
  /** Dots per inch of the head, as near as the printer says it. */
  dpi?: number;
}

/** What can be asked of a printer. Rejects as `DeviceConnection.ask` does. */
export class ZplDevice {
  readonly #connection: DeviceConnection<ZplMessage>;

  constructor(connection: DeviceConnection<ZplMessage>) {
    this.#connection = connection;
  }

  /** `~HS`; if that stays unanswered `~HQES`, which does not say what the printer holds. */
  async status(): Promise<ZplStatus> {
    try {
      return await this.#connection.ask(hostStatus());
    } catch (error) {
      if (error instanceof NoAnswerError) return this.#connection.ask(errorStatus());
      throw error;
    }
  }

  /** `~HQES`: more errors than `~HS` has. Undefined if the printer does not answer it. */
  async errors(): Promise<ZplStatus | undefined> {
    try {
      return await this.#connection.ask({ ...errorStatus(), limit: STATUS_LIMIT, mayBeIgnored: true });
    } catch (error) {
      if (error instanceof NoAnswerError) return undefined;
      throw error;
    }
  }

  /** `~HI`: model, firmware and dots per millimetre. */
  identification(): Promise<ZplIdentity> {
    return this.#connection.ask(hostIdentification());
  }

  /** A variable of the printer; undefined if it does not have it. */
  async variable(name: string): Promise<string | undefined> {
    const value = await this.#connection.ask(variable(name));
    return value === '?' || value === '' ? undefined : value;
  }

  /** Labels in the printer's life. Undefined if it does not count them. */
  async count(): Promise<number | undefined> {
    const value = await this.variable('odometer.total_label_count');
    return value !== undefined && /^\d{1,15}$/.test(value) ? Number(value) : undefined;
  }

  serial(): Promise<string | undefined> {
    return this.variable('device.unique_id');
  }

  async dpi(): Promise<number | undefined> {
    const value = Number.parseInt((await this.variable('head.resolution.in_dpi')) ?? '', 10);
    return Number.isNaN(value) ? undefined : value;
  }

  /** `~JA`: drops all labels that it holds. It still finishes the one under the head. */
  cancelAll(): Promise<void> {
    return this.#connection.write(Buffer.from('~JA', 'latin1'));
  }
}

function hostStatus(): ZplQuestion<ZplStatus> {
  let lines: string[] = [];
  return {
    bytes: Buffer.from('~HS', 'latin1'),
    limit: STATUS_LIMIT,
    mayBeIgnored: true,
    read: ({ kind, text }) => {
      if (kind !== 'block' || !/^[\d,]+$/.test(text)) return undefined;
      // The first line is the only one with twelve numbers: lines of an earlier, cut answer are dropped.
      lines = text.split(',').length >= 12 ? [text] : [...lines, text];
      return lines.length === 3 ? parseHostStatus(lines) : undefined;
    },
  };
}

function errorStatus(): ZplQuestion<ZplStatus> {
  return { bytes: Buffer.from('~HQES', 'latin1'), read: ({ kind, text }) => (kind === 'block' ? parseErrorStatus(text) : undefined) };
}

function hostIdentification(): ZplQuestion<ZplIdentity> {
  return {
    bytes: Buffer.from('~HI', 'latin1'),
    read: ({ kind, text }) => {
      const [model = '', firmware = '', dots = ''] = text.split(',').map((part) => part.trim());
      if (kind !== 'block' || !/[A-Za-z]/.test(model) || firmware === '') return undefined;
      const perMillimetre = Number.parseFloat(dots);
      return { model, firmware, ...(perMillimetre > 0 ? { dpi: perMillimetre * MM_PER_INCH } : {}) };
    },
  };
}

function variable(name: string): ZplQuestion<string> {
  return {
    bytes: Buffer.from(`! U1 getvar "${name}"\r\n`, 'latin1'),
    read: ({ kind, text }) => (kind === 'value' ? text.trim() : undefined),
  };
}
