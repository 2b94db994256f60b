import { describeEngine } from './engine-conformance.ts';
import { makeZplRig } from './zpl-rig.ts';

const cannot = {
  refusals: 'a ZPL printer takes every label without an answer',
  'late-confirmations': 'an abort ends when the printer holds nothing any more',
};

describeEngine('zpl', { makeRig: () => makeZplRig(), cannot });

const NO_COUNT = 'this printer of another maker knows no variables, and so has no count that could be read';

describeEngine('zpl (printer without a count)', {
  makeRig: () => makeZplRig({ hasVariables: false }),
  cannot: {
    ...cannot,
    identity: 'this printer of another maker does not report its serial number',
    'complete-answers': 'this printer does not answer questions for variables, and the engine closes the first connections for that',
    confirmation: NO_COUNT,
    depth: NO_COUNT,
    dropping: NO_COUNT,
    recovery: NO_COUNT,
    count: NO_COUNT,
    panel: NO_COUNT,
  },
});
