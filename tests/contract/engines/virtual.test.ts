import { describeEngine } from './engine-conformance.ts';
import { makeVirtualRig } from './virtual-rig.ts';

const NO_CONNECTION = 'a simulated printer is a part of its engine: there is no connection between them';

describeEngine('virtual', {
  makeRig: makeVirtualRig,
  cannot: {
    connection: NO_CONNECTION,
    identity: 'a simulated printer has no serial number; its test names the model',
    'silent-faults': NO_CONNECTION,
    interruptions: 'an error of a simulated printer does not interrupt the print under its head',
    answers: NO_CONNECTION,
    refusals: 'a simulated printer refuses prints for a state that it shows, and for nothing else',
    'head-width': 'a simulated printer prints while the product passes, so that a picture may have any length',
    'late-confirmations': 'an abort empties a simulated printer at once',
    recovery: NO_CONNECTION,
    polling: NO_CONNECTION,
    panel: 'a simulated printer names each print that it makes, whatever else moves its count',
  },
});
