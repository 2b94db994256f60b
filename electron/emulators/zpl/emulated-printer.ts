import type { EmulatorTimers } from './emulator-timers.ts';
import type { PrintMechanism } from './print-mechanism.ts';
import type { DeviceIdentity } from './replies.ts';

/** How it answers. */
export interface Behaviour {
  /** No answer to `~HS` and for variables while the head is open or paper or ribbon is out, as some printers do. */
  isSilentInError: boolean;
  /** Milliseconds before each answer. */
  delay: number;
  /** Bytes of an answer that are sent at once. */
  segment: number;
  /** Sent together with each answer, before and after it. */
  noise: Buffer;
}

/** The printer, as its connections see it. */
export interface EmulatedPrinter {
  readonly mechanism: PrintMechanism;
  readonly behaviour: Behaviour;
  readonly identity: DeviceIdentity;
  readonly hasVariables: boolean;
  readonly timers: EmulatorTimers;
  /** What it did not understand. */
  readonly problems: string[];
  /** Pieces of data received and sent, connections included. */
  traffic: number;
  /** Starts again, as after switching it off and on. */
  reset(): void;
}
