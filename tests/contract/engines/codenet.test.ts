import { makeCodenetRig } from './codenet-rig.ts';
import { describeEngine } from './engine-conformance.ts';

const NO_SERIAL = 'a Codenet coder says its type only: two of the same type cannot be told apart';
const cannot = {
  identity: NO_SERIAL,
  'silent-faults': 'a Codenet coder answers every question, whatever its state',
  'head-width': 'a coder draws on board: the picture of a print is a preview only',
  'late-confirmations': 'an abort ends when the coder prints nothing any more',
};

describeEngine('codenet', { makeRig: () => makeCodenetRig(), cannot });
describeEngine('codenet (print go by command)', { makeRig: () => makeCodenetRig({ productDetector: 'none' }), cannot });

const NO_COUNT = 'this coder refuses to say its count of prints';

describeEngine('codenet (coder without a count)', {
  makeRig: () => makeCodenetRig({ counter: 'refused' }),
  cannot: { ...cannot, recovery: NO_COUNT, count: NO_COUNT, panel: NO_COUNT },
});
