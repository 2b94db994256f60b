import type { CoderReading } from '../coders/coder.ts';

// Codes of the maker's instruction manual for Modbus TCP communication; the sentences are ours.

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

const FAULTS: Record<number, string> = {
  0x33: 'The deflection voltage is at fault.',
  0x34: 'The main ink tank is too full.',
  [BLANK_ITEMS]: 'All items of the message are blank.',
  0x36: 'The charge of the ink drops is too low.',
  0x37: 'The charge of the ink drops is too high.',
  0x38: 'The cover of the print head is open.',
  0x39: 'The product sensor is at fault.',
  0x3b: 'The products are too close to each other.',
  0x3c: 'The product sensor is in the wrong place.',
  0x3e: 'The charge voltage is at fault.',
  0x3f: 'A barcode of the message has too few digits.',
  0x41: 'The fan of the power supply is at fault.',
  0x42: 'The deflection voltage leaks.',
  0x43: 'A product came before the last print was finished.',
  0x44: 'The ink is low.',
  0x45: 'The makeup is low.',
  0x48: 'The makeup was not replenished in time.',
  0x4a: 'The ink was not replenished in time.',
  0x4b: 'The ink drops are not charged.',
  0x4c: 'The ink heater is too hot.',
  0x55: 'The sensor of the ambient temperature is at fault.',
  0x56: 'The cooling fan is at fault.',
  0x5e: 'The pump motor is at fault.',
  0x60: 'The communication with the coder is at fault.',
  0x61: 'An external signal is at fault.',
  0x68: 'A counter of the message has overflowed.',
  0x69: 'The message changed while a product passed.',
  0x6b: 'A print started at the wrong time.',
};

/** State and errors of a status. `isBlank`: the items were blanked on purpose. */
export function stateOf(
  { connection, reception, operation }: HitachiStatus,
  { isBlank }: { isBlank: boolean },
): Pick<CoderReading, 'state' | 'errors'> {
  const errors = connection === OFF_LINE ? ['The coder is off line: set it on line at its panel.'] : [];
  if (isBlank && operation === BLANK_ITEMS) return { state: 'STARTED', errors };
  const state = STATES[operation];
  if (state === undefined) errors.push(FAULTS[operation] ?? `The coder reports the fault ${operation.toString(16).toUpperCase()}.`);
  return { state: reception === NOT_POSSIBLE ? 'STANDBY' : (state ?? 'STANDBY'), errors };
}

export function isOffLine({ connection }: HitachiStatus): boolean {
  return connection === OFF_LINE;
}

export function isChanging({ operation }: HitachiStatus): boolean {
  return CHANGING.has(operation);
}
