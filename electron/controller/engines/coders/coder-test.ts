import type { PrinterTest } from '#contract/api-v3/printer-configuration.ts';
import { errorTexts } from '#contract/api-v3/status-error.ts';
import { withinLimit } from '../../platform/time-limit.ts';
import type { EngineDeps } from '../engine-kind.ts';
import { ExpectedDevice } from '../expected-device.ts';
import { coderCondition } from './coder-condition.ts';
import { CoderFaultError, type CoderLinkEvents, type ConnectedCoder } from './coder.ts';

const TEST_LIMIT = 9_000;

export interface CoderTestOptions extends Pick<EngineDeps, 'timers' | 'expected'> {
  connect: (events: CoderLinkEvents) => ConnectedCoder;
}

/** Connects, identifies the coder and reads its status. Prints nothing, clears nothing. Never rejects. */
export async function testCoder({ connect, timers, expected }: CoderTestOptions): Promise<PrinterTest> {
  const { promise, resolve } = Promise.withResolvers<PrinterTest>();
  let isReached = false;
  let reason = `no answer within ${TEST_LIMIT} ms`;
  const onOpen = (): void => {
    isReached = true;
    examine(connected, expected).then(resolve, (error: unknown) => (reason = String(error)));
  };
  const onClosed = (cause: string): void => {
    reason = cause;
    const { address } = connected.link;
    const what = isReached ? `The device at ${address} does not answer as this kind of coder` : `No connection to ${address}`;
    resolve({ reachable: false, reason: `${what}: ${cause}.`, errors: [] });
  };
  const connected = connect({ onOpen, onClosed, onPrint: () => undefined });
  connected.link.start();
  try {
    return await withinLimit(promise, TEST_LIMIT, timers);
  } catch {
    return { reachable: false, reason: `The device at ${connected.link.address} could not be tested: ${reason}.`, errors: [] };
  } finally {
    connected.link.stop();
  }
}

async function examine({ coder, link: { address } }: ConnectedCoder, expected: EngineDeps['expected']): Promise<PrinterTest> {
  const device = new ExpectedDevice({ expected, address });
  const { proof } = coder.traits;
  try {
    const identity = await coder.identify();
    if (identity) device.answered(identity);
    const reading = await coder.read(false);
    const { state, errors } = coderCondition({
      ...{ phase: 'ready', proof, reading, lostSince: undefined, address, objections: [device.objection] },
    });
    return { reachable: true, state, errors: errorTexts([...errors, ...(reading.warnings ?? [])]), ...(identity && { identity }), proof };
  } catch (error) {
    if (!(error instanceof CoderFaultError)) throw error;
    return { reachable: true, state: 'ERROR', errors: [error.message], ...(device.found && { identity: device.found }), proof };
  }
}
