import { describeEngine } from './engine-conformance.ts';
import { makeRawRig } from './raw-rig.ts';

const SAYS_NOTHING = 'a raw device says nothing about itself';
const NO_STATUS = 'a raw device reports no state and no errors';
const NO_COUNT = 'a raw device has no count that could be read';

const cannot = {
  identity: SAYS_NOTHING,
  faults: NO_STATUS,
  'silent-faults': NO_STATUS,
  interruptions: NO_STATUS,
  refusals: 'a raw device does not answer a print with a refusal',
  dropping: 'a raw device takes pictures only, and cannot be told to drop one',
  recovery: 'a raw device cannot be asked for an acknowledgement that was lost',
  polling: 'a raw device cannot be asked anything, so that a dead connection shows by a missing acknowledgement only',
  count: NO_COUNT,
  panel: NO_COUNT,
};

describeEngine('raw (rows with acknowledgement)', { makeRig: () => makeRawRig('rows with acknowledgement'), cannot });
describeEngine('raw (template with acknowledgement)', { makeRig: () => makeRawRig('template with acknowledgement'), cannot });

const NO_ANSWER = 'this device answers nothing, so that prints are only handed over';
const NO_CONNECTION = 'packets of UDP need no connection, so that it is unknown whether the device is there';

describeEngine('raw (rows by UDP)', {
  makeRig: () => makeRawRig('rows by UDP'),
  cannot: {
    ...cannot,
    connection: NO_CONNECTION,
    answers: NO_ANSWER,
    confirmation: NO_ANSWER,
    depth: 'without an acknowledgement it is not known how many prints the device holds',
  },
});
