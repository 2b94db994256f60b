import { describeEngine } from './engine-conformance.ts';
import { makeHitachiRig } from './hitachi-rig.ts';

describeEngine('hitachi', {
  makeRig: () => makeHitachiRig(),
  cannot: {
    'prompt-first-print': 'a Hitachi coder is asked a dozen questions before the first print of a message',
    'silent-faults': 'a coder with Modbus answers every question during a fault',
    'head-width': 'a coder draws on board: the picture of a print is a preview that may have any width',
    'late-confirmations': 'an abort ends when the coder holds nothing any more',
    panel: 'a test print at the panel of this coder has the value that is loaded, and so is a print of it',
  },
});
