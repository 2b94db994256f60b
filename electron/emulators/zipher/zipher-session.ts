import type { DeviceSession } from '../device/device-server.ts';
import type { ZipherMechanism } from './zipher-mechanism.ts';

/** The device, as its connections see it. */
export interface EmulatedZipher {
  readonly mechanism: ZipherMechanism;
  /** The jobs that it stores, each with the names of its fields. */
  readonly jobs: Readonly<Record<string, readonly string[]>>;
  readonly hasSerialization: boolean;
  /** It refuses every record. */
  isRefusing: boolean;
}

const VERSION = '1.28';
/** UTF-8, as the device numbers it. */
const ENCODING = '0';
const ACK = 'ACK';
const ERR = 'ERR';
const SERIALIZATION: ReadonlySet<string> = new Set(['SHO', 'SHD', 'SDO', 'SID', 'SRC', 'SFS', 'SNI', 'SLR', 'SCB']);

/** One connection: reads commands and answers them. */
export class ZipherSession {
  readonly #device: EmulatedZipher;
  readonly #session: DeviceSession;
  /** The notifications that it asked for. */
  readonly #notes = new Set<string>();
  #received = '';

  constructor(device: EmulatedZipher, session: DeviceSession) {
    this.#device = device;
    this.#session = session;
  }

  get isOpen(): boolean {
    return this.#session.isOpen;
  }

  take(bytes: Buffer): void {
    const lines = (this.#received + bytes.toString('latin1')).split(/[\r\n]/);
    this.#received = lines.pop() ?? '';
    for (const line of lines) if (line !== '') this.#follow(line.split('|'));
  }

  note(name: string): void {
    if (this.#notes.has(name)) this.#answer(name);
  }

  #follow([name = '', ...parameters]: string[]): void {
    // The bar at the end of a command is followed by nothing.
    const values = parameters.slice(0, -1);
    if (name === 'PRN') this.#device.mechanism.print((isMade) => this.#answer(isMade ? ACK : ERR));
    else if (SERIALIZATION.has(name)) this.#answer(this.#device.hasSerialization ? this.#serialize(name, values) : ERR);
    else this.#answer(this.#reply(name, values));
  }

  #reply(name: string, values: string[]): string {
    if (name === 'SST') return this.#setState(Number(values[0]));
    if (name === 'SLA' || name === 'SEL') return this.#selectJob(values[0] ?? '');
    if (name === 'GJF') return this.#fields(values[0] ?? '');
    return this.#report(name) ?? this.#setNotes(name, values);
  }

  /** What it says about itself; undefined for another command. */
  #report(name: string): string | undefined {
    const { mechanism, jobs } = this.#device;
    const { overall, faults, job, batch, total } = mechanism;
    const reports: Record<string, () => string> = {
      VER: () => `VER|${VERSION}|${ENCODING}|`,
      GST: () => `STS|${overall}|${faults.length > 0 ? 2 : 0}|${job}|${batch}|${total}|`,
      GFT: () => this.#faultList(),
      GWN: () => list('WRN', []),
      GPC: () => `PCS|${total}|0|0|0|`,
      GJL: () => list('JBL', Object.keys(jobs)),
      GJN: () => `JOB|${job}|-|`,
    };
    return reports[name]?.();
  }

  #faultList(): string {
    const faults = this.#device.mechanism.faults.map(({ number, text }) => `${number}|0|${text}`);
    return list('FLT', faults);
  }

  #setNotes(name: string, [note = '', isOn]: string[]): string {
    if (name === 'DAN') this.#notes.clear();
    else if (name === 'EAN') for (const each of ['PRS', 'PRC']) this.#notes.add(each);
    else if (name !== 'SNO') return ERR;
    else if (isOn === '1') this.#notes.add(note);
    else this.#notes.delete(note);
    return ACK;
  }

  #fields(job: string): string {
    const fields = this.#device.jobs[job];
    return fields ? list('JFL', fields) : ERR;
  }

  #setState(state: number): string {
    if (state !== 3 && state !== 4) return ERR;
    this.#device.mechanism.setOverall(state);
    return ACK;
  }

  #selectJob(job: string): string {
    const { mechanism, jobs } = this.#device;
    if (!jobs[job]) return ERR;
    mechanism.clear();
    mechanism.header = [];
    mechanism.job = job;
    return ACK;
  }

  #serialize(name: string, values: string[]): string {
    const { mechanism } = this.#device;
    if (name === 'SRC') return `SRC|${mechanism.recordCount}|`;
    if (name === 'SFS') return `SFS|${mechanism.free}|`;
    if (name === 'SNI') return `SNI|${mechanism.nextIndex}|`;
    if (name === 'SLR') return `SLR|${mechanism.lastIndex}|`;
    if (name === 'SCB') {
      mechanism.clear();
      return ACK;
    }
    if (name === 'SHO') return this.#setHeader(values);
    const [index, ...own] = name === 'SID' ? values : [String(mechanism.newestIndex + 1), ...values];
    if (!this.#add(Number(index), own)) return ERR;
    return name === 'SID' ? ACK : `SFS|${mechanism.free}|`;
  }

  #setHeader(names: readonly string[]): string {
    const { mechanism, jobs } = this.#device;
    const fields = jobs[mechanism.job] ?? [];
    if (names.length === 0 || names.some((name) => !fields.includes(name))) return ERR;
    mechanism.header = names;
    return ACK;
  }

  #add(index: number, values: readonly string[]): boolean {
    const { mechanism, isRefusing } = this.#device;
    const isWrong = isRefusing || !Number.isSafeInteger(index) || values.length !== mechanism.header.length || values.length === 0;
    if (!isWrong) mechanism.add({ index, values });
    return !isWrong;
  }

  #answer(line: string): void {
    this.#session.answer(Buffer.from(`${line}\r`, 'latin1'));
  }
}

/** A list with its length; each entry ends with a bar. */
function list(name: string, entries: readonly string[]): string {
  return [name, entries.length, ...entries, ''].join('|');
}
