import type { Mishaps, Remedy } from '../kinds/emulator-kind.ts';
import type { CoderEmulator } from './coder-emulator.ts';

const SLOW = 600;
const SHORT = 3;

/** What can happen to any coder. */
export function coderMishaps(coder: CoderEmulator, garbage: Buffer): Mishaps {
  const { server, head } = coder;
  return {
    'power-cut': async (): Promise<Remedy> => {
      await coder.cutPower();
      return () => coder.restorePower();
    },
    'cable-out': async (): Promise<Remedy> => {
      await server.close();
      return () => server.open();
    },
    'dead-connection': () => {
      server.freeze();
      return undefined;
    },
    'panel-print': () => {
      head.printTests(1);
      return undefined;
    },
    'no-products': () => {
      head.hold('waiting');
      return () => head.release();
    },
    'slow-answers': () => {
      server.behaviour.delay = SLOW;
      return () => {
        server.behaviour.delay = 0;
      };
    },
    'cut-answers': () => {
      server.behaviour.segment = SHORT;
      return () => {
        server.behaviour.segment = Infinity;
      };
    },
    garbage: () => {
      server.send(garbage);
      return undefined;
    },
    'other-message': () => {
      const { selected } = coder;
      coder.selected = [...coder.messages].find((name) => name !== selected);
      return () => {
        coder.selected = selected;
      };
    },
  };
}

/** The names of these mishaps. */
export const CODER_MISHAPS = [
  'power-cut',
  'cable-out',
  'dead-connection',
  'panel-print',
  'no-products',
  'slow-answers',
  'cut-answers',
  'garbage',
  'other-message',
] as const;
