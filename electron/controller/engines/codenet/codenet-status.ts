import { statusError } from '#contract/api-v3/make-status-error.ts';
import type { InkLevel } from '#contract/api-v3/printer.ts';
import type { PrinterState } from '#contract/api-v3/printer-states.ts';
import type { CoderStatus } from '../coders/coder.ts';
import { ALERTS, INK_EMPTY_ALERTS, INK_LOW_ALERTS, LINE_ALERTS } from './codenet-alerts.ts';

/** The reply to `O1?`. */
export interface CodenetAlert {
  /** Three digits: an alert, or the state of the jet if there is none. */
  code: string;
  isRed: boolean;
}

const RED_LIGHTS = 0x44;

/** States of the jet by the first byte in the reply to `OS?`; all others are steps on its way up. Source: "Ax Series Codenet Protocol". */
const JET_STATES: ReadonlyMap<number, PrinterState> = new Map([
  [0xd2, 'STANDBY'],
  [0xd3, 'STARTED'],
  [0xd5, 'STOPPING'],
  [0xe1, 'STANDBY'],
  [0xe2, 'MAINTENANCE'],
  [0xe3, 'ERROR'],
  [0xe5, 'STOPPING'],
  [0xe6, 'STANDBY'],
]);

/** The reply to `OS?`: whether the jet is on, and two bytes for its state. */
export const JET_STATE = /^OS[01]([\xD0-\xEF])\x07$/;

/** States in the reply to `O1?` of a coder that does not answer `OS?`. */
const CODE_STATES: Readonly<Record<string, PrinterState>> = {
  '002': 'STARTING',
  '003': 'STOPPING',
  '004': 'STARTING',
  '005': 'STARTING',
  '006': 'STARTING',
  '007': 'STARTING',
  '008': 'STARTING',
  '009': 'STANDBY',
  '010': 'MAINTENANCE',
  '011': 'ERROR',
  '012': 'STARTING',
  '063': 'STARTING',
  '064': 'STARTING',
  '065': 'STARTING',
  '066': 'STARTING',
  '069': 'STARTING',
  '071': 'STARTING',
  '072': 'STANDBY',
  '073': 'STANDBY',
  '113': 'STARTING',
  '114': 'STOPPING',
};

/** Reads the reply to `O1?`: three digits and the lights of the cabinet, in hexadecimal. Undefined if it is something else. */
export function parseAlert(text: string): CodenetAlert | undefined {
  const [, code, lights] = /^O1(\d{3})([0-9A-Fa-f]{2})$/.exec(text) ?? [];
  if (code === undefined || lights === undefined) return undefined;
  return { code, isRed: (Number.parseInt(lights, 16) & RED_LIGHTS) !== 0 };
}

/** Reads the reply to `OS?`. Undefined if it is something else. */
export function parseJetState(text: string): PrinterState | undefined {
  const [, state] = JET_STATE.exec(text) ?? [];
  return state === undefined ? undefined : (JET_STATES.get(state.charCodeAt(0)) ?? 'STARTING');
}

/** The status of a coder. `jet` is undefined for a coder that does not answer `OS?`. */
export function codenetStatus({ code, isRed }: CodenetAlert, jet: PrinterState | undefined): CoderStatus {
  const state = jet ?? CODE_STATES[code] ?? 'STARTED';
  const known = ALERTS[code];
  const alert = known && statusError(known);
  const isFault = (isRed && !LINE_ALERTS.has(code)) || state === 'ERROR';
  const errors = isFault ? [alert ?? statusError('coder-fault')] : [];
  return { state, errors, warnings: !isFault && alert !== undefined ? [alert] : [], ink: inkLevel(code) };
}

function inkLevel(code: string): InkLevel {
  if (INK_EMPTY_ALERTS.has(code)) return 'EMPTY';
  return INK_LOW_ALERTS.has(code) ? 'LOW' : 'OK';
}
