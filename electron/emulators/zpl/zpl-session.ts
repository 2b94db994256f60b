import type { Socket } from 'node:net';
import { CommandParser, type ZplCommand } from './command-parser.ts';
import type { EmulatedPrinter } from './emulated-printer.ts';
import { LabelFormat } from './label-format.ts';
import { errorStatus, hostIdentification, hostStatus, variable } from './replies.ts';

/** One connection to the emulator. */
export class ZplSession {
  isFrozen = false;
  readonly #printer: EmulatedPrinter;
  readonly #socket: Socket;
  readonly #parser = new CommandParser();
  readonly #format = new LabelFormat();
  #mode = 'T';

  constructor(printer: EmulatedPrinter, socket: Socket) {
    this.#printer = printer;
    this.#socket = socket;
    socket.setNoDelay(true);
    socket.on('error', () => socket.destroy());
    socket.on('data', (bytes) => this.#received(bytes));
  }

  close(): void {
    this.#socket.destroy();
  }

  /** Writes in segments, each in a turn of its own. */
  write(bytes: Buffer): void {
    const { segment } = this.#printer.behaviour;
    if (this.isFrozen || this.#socket.destroyed) return;
    this.#printer.traffic++;
    this.#socket.write(bytes.subarray(0, Math.min(segment, bytes.length)));
    if (bytes.length > segment) setImmediate(() => this.write(bytes.subarray(segment)));
  }

  #received(bytes: Buffer): void {
    this.#printer.traffic++;
    if (this.isFrozen) return;
    for (const command of this.#parser.feed(bytes)) this.#follow(command);
  }

  #follow(command: ZplCommand): void {
    if ('line' in command) {
      const name = /^! U1 getvar "([^"]*)"$/.exec(command.line)?.[1];
      const { identity, mechanism, hasVariables } = this.#printer;
      if (name !== undefined && hasVariables && !this.#isSilent()) this.#answer(() => variable(name, { identity, count: mechanism.count }));
      return;
    }
    if (command.name.startsWith('~')) this.#followAtOnce(command.name);
    else this.#followFormat(command.name, command.parameters);
  }

  #followFormat(name: string, parameters: string): void {
    try {
      const label = this.#format.follow(name, parameters);
      if (!label) return;
      this.#mode = label.mode;
      this.#printer.mechanism.add(label);
    } catch (error) {
      this.#format.forget();
      this.#printer.problems.push(error instanceof Error ? error.message : String(error));
    }
  }

  #followAtOnce(name: string): void {
    const { mechanism, identity } = this.#printer;
    if (name === '~HS' && !this.#isSilent()) this.#answer(() => this.#status());
    if (name === '~HQES') this.#answer(() => errorStatus(mechanism));
    if (name === '~HI') this.#answer(() => hostIdentification(identity));
    if (name === '~HQSN') this.#answer(() => `\x02\r\n\r\n  PRINTER SERIAL NUMBER\r\n  ${identity.serial}\r\n\x03\r\n`);
    if (name === '~JA') {
      mechanism.cancelAll();
      this.#format.forget();
    }
    if (name === '~JX') this.#format.forget();
    if (name === '~PP') mechanism.set('paused', true);
    if (name === '~PS') mechanism.set('paused', false);
    if (name === '~JR') this.#printer.reset();
  }

  #isSilent(): boolean {
    const { mechanism, behaviour } = this.#printer;
    return behaviour.isSilentInError && mechanism.isBroken;
  }

  #status(): string {
    const { isOpen, length } = this.#format;
    return hostStatus({ mechanism: this.#printer.mechanism, isPartial: isOpen, length, mode: this.#mode });
  }

  /** The answer describes the moment of the question. */
  #answer(text: () => string): void {
    const { behaviour, timers } = this.#printer;
    const { noise } = behaviour;
    const bytes = Buffer.concat([noise, Buffer.from(text(), 'latin1'), noise]);
    if (behaviour.delay === 0) this.write(bytes);
    else timers.setTimeout(() => this.write(bytes), behaviour.delay);
  }
}
