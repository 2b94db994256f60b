import type { PrintMechanism } from './print-mechanism.ts';

const STX = '\x02';
const ETX = '\x03';

/** What the printer says about itself. */
export interface DeviceIdentity {
  model: string;
  firmware: string;
  serial: string;
  dotsPerMillimetre: number;
  dpi: number;
}

/** Print modes as `~HS` numbers them. */
const MODES: Record<string, number> = { P: 1, T: 2, C: 3, A: 4 };

export interface StatusContext {
  mechanism: PrintMechanism;
  /** A label is being received. */
  isPartial: boolean;
  /** Length of the label in dots. */
  length: number;
  mode: string;
}

/** `~HS`: three lines. */
export function hostStatus({ mechanism, isPartial, length, mode }: StatusContext): string {
  const { faults, formatsInBuffer, isBufferFull, labelsLeft, isLabelWaiting } = mechanism;
  const isOn = (value: boolean) => (value ? '1' : '0');
  const first = ['030', isOn(faults.has('paper-out')), isOn(faults.has('paused')), digits(length, 4), digits(formatsInBuffer, 3)];
  first.push(isOn(isBufferFull), '0', isOn(isPartial), '000', '0', '0', '0');
  const second = ['000', '0', isOn(faults.has('head-open')), isOn(faults.has('ribbon-out')), '1', String(MODES[mode] ?? 2), '4'];
  second.push(isOn(isLabelWaiting), digits(labelsLeft, 8), '1', '000');
  return [first, second, ['1234', '0']].map((fields) => `${STX}${fields.join(',')}${ETX}\r\n`).join('');
}

/** `~HQES`: errors and warnings as flags. */
export function errorStatus({ faults }: PrintMechanism): string {
  let flags = 0;
  if (faults.has('paper-out')) flags |= 1;
  if (faults.has('ribbon-out')) flags |= 2;
  if (faults.has('head-open')) flags |= 4;
  if (faults.has('paused')) flags |= 0x1_0000;
  const line = (name: string, bits: number) =>
    `  ${name}${bits === 0 ? '0' : '1'} 00000000 ${bits.toString(16).toUpperCase().padStart(8, '0')}`;
  return `${STX}\r\n\r\n  PRINTER STATUS\r\n${line('ERRORS:         ', flags)}\r\n${line('WARNINGS:       ', 0)}\r\n${ETX}\r\n`;
}

/** `~HI`. */
export function hostIdentification({ model, firmware, dotsPerMillimetre }: DeviceIdentity): string {
  return `${STX}${model},${firmware},${dotsPerMillimetre},8192KB${ETX}\r\n`;
}

/** The value of a variable, with quotes; `"?"` for one that the printer does not have. */
export function variable(name: string, { identity, count }: { identity: DeviceIdentity; count: number }): string {
  const values: Record<string, string> = {
    'odometer.total_label_count': String(count),
    'device.unique_id': identity.serial,
    'device.host_identification': `${identity.model},${identity.firmware},${identity.dotsPerMillimetre},8192KB`,
    'head.resolution.in_dpi': String(identity.dpi),
  };
  return `"${values[name] ?? '?'}"`;
}

function digits(value: number, length: number): string {
  return String(value).padStart(length, '0').slice(-length);
}
