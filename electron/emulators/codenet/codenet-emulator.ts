import { CoderEmulator, type CoderEmulatorOptions, type Conversation } from '../coders/coder-emulator.ts';
import type { CoderPrint } from '../coders/print-head.ts';
import { CodenetCommands } from './codenet-commands.ts';
import { CODENET_FAULTS, type CodenetFault, type EmulatedDominoCoder } from './emulated-domino-coder.ts';

export interface CodenetEmulatorOptions extends CoderEmulatorOptions {
  /** Type of the coder in the reply to `A?`. */
  model?: string;
  /** `kept`: it keeps its count without power. `lost`: it counts from 0 again. `refused`: it does not say its count. */
  counter?: 'kept' | 'lost' | 'refused';
  /** Whether it answers `OS?`. */
  hasJetState?: boolean;
  /** Whether a product detector tells it when to print, or only the command for a print go. */
  hasDetector?: boolean;
}

const READY = { alert: '001', lights: '01', jet: 0xd3 };

/** A Domino coder that understands Codenet. It holds one block of values, which the next product gets. */
export class CodenetEmulator extends CoderEmulator implements EmulatedDominoCoder {
  model: string;
  readonly counter: 'kept' | 'lost' | 'refused';
  readonly hasJetState: boolean;
  readonly hasDetector: boolean;
  readonly faults = new Set<CodenetFault>();
  /** The block of values that waits for a product. */
  block: string | undefined;
  /** The character by which it reports a print. */
  report = ' ';
  /** Its clock, as the command `C` sets it. */
  clock = '2027010100080000';
  isHeadEnabled = true;
  /** It says no to a print go. */
  isRefusingGo = false;

  constructor({ model = '30', counter = 'kept', hasJetState = true, hasDetector = true, ...options }: CodenetEmulatorOptions = {}) {
    super(options);
    this.model = model;
    this.counter = counter;
    this.hasJetState = hasJetState;
    this.hasDetector = hasDetector;
  }

  /** The worst that is wrong. */
  get condition(): { alert: string; lights: string; jet: number } {
    const [fault] = [...this.faults];
    return fault === undefined ? READY : CODENET_FAULTS[fault];
  }

  set(fault: CodenetFault, isOn: boolean): void {
    if (isOn) this.faults.add(fault);
    else this.faults.delete(fault);
    if (this.canPrint) this.head.retry();
    else this.head.interrupt();
  }

  /** Another coder takes its place at the address. */
  replace(model: string): void {
    this.forget();
    this.model = model;
    this.server.cut();
  }

  override get canPrint(): boolean {
    return this.condition.jet === READY.jet && this.isHeadEnabled;
  }

  protected override converse(): Conversation {
    const commands = new CodenetCommands(this);
    return (bytes) => commands.receive(bytes);
  }

  protected override takePrint(): CoderPrint | undefined {
    const { block, selected } = this;
    if (block === undefined || selected === undefined) return undefined;
    this.block = undefined;
    return { message: selected, values: block.split(',') };
  }

  protected override printed(): void {
    if (this.report !== ' ') this.server.send(Buffer.from(this.report, 'latin1'));
  }

  protected override forget(): void {
    this.block = undefined;
    if (this.counter === 'lost') this.head.count = 0;
  }
}
