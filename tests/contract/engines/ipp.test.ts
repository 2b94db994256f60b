import { describeEngine } from './engine-conformance.ts';
import { makeIppRig } from './ipp-rig.ts';

const NO_COUNT = 'the engine needs no count: the printer tells by its jobs what became of each print';

describeEngine('ipp', {
  makeRig: makeIppRig,
  cannot: { count: NO_COUNT, panel: NO_COUNT, 'late-confirmations': 'an abort ends when the printer lists no job any more' },
});
