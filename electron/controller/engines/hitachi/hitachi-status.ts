import { statusError, type PlainStatusErrorCode } from '#contract/api-v3/make-status-error.ts';
import type { StatusError } from '#contract/api-v3/status-error.ts';
import type { CoderReading } from '../coders/coder.ts';

// Codes of the maker's instruction manual for Modbus TCP communication.

/** The first four input registers. */
export interface HitachiStatus {
  connection: number;
  reception: number;
  operation: number;
  warning: number;
}

const OFF_LINE = 0x30;
const NOT_POSSIBLE = 0x30;
/** All items of the message are blank. */
const BLANK_ITEMS = 0x35;

/** Operation states that are no faults. */
const STATES: Record<number, CoderReading['state']> = {
  0x30: 'STANDBY',
  0x31: 'STARTING',
  0x32: 'STARTED',
  // The message is being changed.
  0x46: 'STARTED',
  0x59: 'STARTED',
  0x5a: 'STARTED',
  // It stops, or maintenance runs.
  0x49: 'STANDBY',
  0x5c: 'STANDBY',
};
/** Operation states in which the message is being changed. */
const CHANGING: ReadonlySet<number> = new Set([0x46, 0x59, 0x5a]);

const FAULTS: Record<number, PlainStatusErrorCode> = {
  0x33: 'deflection-voltage-fault',
  0x34: 'ink-tank-too-full',
  [BLANK_ITEMS]: 'device-message-blank',
  0x36: 'charge-low',
  0x37: 'charge-high',
  0x38: 'print-head-cover-open',
  0x39: 'product-sensor-fault',
  0x3b: 'products-too-close',
  0x3c: 'product-sensor-misplaced',
  0x3e: 'charge-voltage-fault',
  0x3f: 'device-message-barcode-short',
  0x41: 'power-supply-fan-fault',
  0x42: 'deflection-voltage-leak',
  0x43: 'product-before-print-end',
  0x44: 'ink-low',
  0x45: 'makeup-low',
  0x48: 'makeup-not-replenished',
  0x4a: 'ink-not-replenished',
  0x4b: 'charge-missing',
  0x4c: 'ink-heater-too-hot',
  0x55: 'ambient-temperature-sensor-fault',
  0x56: 'cooling-fan-fault',
  0x5e: 'pump-motor-fault',
  0x60: 'coder-communication-fault',
  0x61: 'external-signal-fault',
  0x68: 'device-message-counter-overflow',
  0x69: 'device-message-changed',
  0x6b: 'print-at-wrong-time',
};

/** State and errors of a status. `isBlank`: the items were blanked on purpose. */
export function stateOf(
  { connection, reception, operation }: HitachiStatus,
  { isBlank }: { isBlank: boolean },
): Pick<CoderReading, 'state' | 'errors'> {
  const errors = connection === OFF_LINE ? [statusError('coder-off-line')] : [];
  if (isBlank && operation === BLANK_ITEMS) return { state: 'STARTED', errors };
  const state = STATES[operation];
  if (state === undefined) errors.push(faultOf(operation));
  return { state: reception === NOT_POSSIBLE ? 'STANDBY' : (state ?? 'STANDBY'), errors };
}

function faultOf(operation: number): StatusError {
  const code = FAULTS[operation];
  return code ? statusError(code) : statusError('coder-fault-number', { number: operation.toString(16).toUpperCase() });
}

export function isOffLine({ connection }: HitachiStatus): boolean {
  return connection === OFF_LINE;
}

export function isChanging({ operation }: HitachiStatus): boolean {
  return CHANGING.has(operation);
}
