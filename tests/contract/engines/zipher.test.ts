import { describeEngine } from './engine-conformance.ts';
import { makeZipherRig } from './zipher-rig.ts';

const cannot = {
  identity: 'the Zipher text protocol names neither a model nor a serial number',
  'silent-faults': 'a Zipher device answers every question during a fault',
  'head-width': 'a coder draws on board: the picture of a print is a preview that may have any width',
  'late-confirmations': 'an abort ends when the coder holds nothing any more',
  panel: 'a Zipher device names each value that it prints, whatever else moves its count',
};

describeEngine('zipher', { makeRig: () => makeZipherRig(), cannot });

describeEngine('zipher (told to print)', {
  makeRig: () => makeZipherRig({ productDetector: 'none' }),
  cannot: {
    ...cannot,
    dropping: 'a device that was told to print takes no other command before it has printed',
  },
});
