import { describeEngine } from './engine-conformance.ts';
import { makeWsiRig } from './wsi-rig.ts';

describeEngine('wsi', {
  makeRig: () => makeWsiRig(),
  cannot: {
    identity: 'the protocol does not say which coder answers',
    'silent-faults': 'a WSI coder answers every question, whatever its state',
    'head-width': 'a coder draws on board: the picture of a print is a preview only',
    'late-confirmations': 'an abort ends when the coder prints nothing any more',
    panel: 'a print at the panel of this coder shows the values that wait: by the count it is their print',
  },
});
