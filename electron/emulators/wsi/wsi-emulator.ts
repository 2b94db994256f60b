import { CoderEmulator, type CoderEmulatorOptions, type Conversation } from '../coders/coder-emulator.ts';
import type { CoderPrint } from '../coders/print-head.ts';
import type { EmulatedVideojetCoder } from './emulated-videojet-coder.ts';
import { WsiCommands } from './wsi-commands.ts';

/** What can be wrong, as the answer to `E`. */
export const WSI_FAULTS = {
  'gutter-fault': '4000004',
  'pump-fault': '0100004',
  'core-empty': '8000006',
  'service-overdue': '0400002',
  'jet-off': '0000000',
} as const;
export type WsiFault = keyof typeof WSI_FAULTS;

export interface WsiEmulatorOptions extends CoderEmulatorOptions {
  /** Whether it knows the commands that some models do not: `Q`, `O` and `G`. */
  isComplete?: boolean;
}

const READY = '0000001';

/** A Videojet coder that understands WSI. Its fields keep their values, and every product gets them while printing is on. */
export class WsiEmulator extends CoderEmulator implements EmulatedVideojetCoder {
  readonly isComplete: boolean;
  readonly faults = new Set<WsiFault>();
  readonly fields = new Map<string, string>();
  isPrintOn = false;

  constructor({ isComplete = true, ...options }: WsiEmulatorOptions = {}) {
    super(options);
    this.isComplete = isComplete;
  }

  get status(): string {
    const [fault] = [...this.faults];
    return fault === undefined ? READY : WSI_FAULTS[fault];
  }

  set(fault: WsiFault, isOn: boolean): void {
    if (isOn) this.faults.add(fault);
    else this.faults.delete(fault);
    if (this.canPrint) this.head.retry();
    else this.head.interrupt();
  }

  override get canPrint(): boolean {
    return this.status === READY || this.status === WSI_FAULTS['service-overdue'];
  }

  protected override converse(): Conversation {
    const commands = new WsiCommands(this);
    return (bytes) => commands.receive(bytes);
  }

  protected override takePrint(): CoderPrint | undefined {
    const { selected } = this;
    if (!this.isPrintOn || selected === undefined) return undefined;
    return { message: selected, values: [...this.fields.values()] };
  }

  protected override printed(): void {
    // It says nothing, and keeps its values.
  }

  /** The values stay in its memory; printing has to be switched on again. */
  protected override forget(): void {
    this.isPrintOn = false;
  }
}
