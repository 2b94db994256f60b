import type { PrintHead } from '../coders/print-head.ts';

/** What can be wrong: the alert and the lights in the reply to `O1?`, and the state of the jet in that to `OS?`. */
export const CODENET_FAULTS = {
  'gutter-dry': { alert: '041', lights: '04', jet: 0xe3 },
  'makeup-empty': { alert: '087', lights: '04', jet: 0xe3 },
  'voltage-tripped': { alert: '028', lights: '40', jet: 0xe3 },
  'ink-low': { alert: '036', lights: '02', jet: 0xd3 },
  'printing-disabled': { alert: '073', lights: '02', jet: 0xd2 },
  'jet-off': { alert: '009', lights: '00', jet: 0xe1 },
} as const;
export type CodenetFault = keyof typeof CODENET_FAULTS;

/** The coder, as its connections see it. */
export interface EmulatedDominoCoder {
  readonly head: PrintHead;
  /** Names of the labels that it stores. */
  readonly messages: Set<string>;
  readonly model: string;
  readonly counter: 'kept' | 'lost' | 'refused';
  readonly hasJetState: boolean;
  readonly hasDetector: boolean;
  readonly condition: { alert: string; lights: string; jet: number };
  readonly canPrint: boolean;
  readonly isRefusing: boolean;
  readonly isRefusingGo: boolean;
  /** The label that it prints. */
  selected: string | undefined;
  /** The block of values that waits for a product. */
  block: string | undefined;
  report: string;
  clock: string;
  isHeadEnabled: boolean;
  set(fault: CodenetFault, isOn: boolean): void;
}
