import type { Proof } from '#contract/api-v3/engine.ts';
import type { PrinterTest } from '#contract/api-v3/printer-configuration.ts';
import type { EngineDeps } from '../engine-kind.ts';
import { ExpectedDevice } from '../expected-device.ts';
import { withinLimit } from '../../platform/time-limit.ts';
import { coderCondition } from './coder-condition.ts';
import { CoderFaultError, type Coder, type CoderLink, type CoderLinkEvents } from './coder.ts';

const TEST_LIMIT = 9_000;

export interface CoderTestOptions extends Pick<EngineDeps, 'timers' | 'expected'> {
  address: string;
  proof: Proof;
  /** What the device should be, for the sentence that it is not. */
  what: string;
  connect: (events: CoderLinkEvents) => { link: CoderLink; coder: Coder };
}

/** Connects, identifies the coder and reads its status. Prints nothing, clears nothing. Never rejects. */
export async function testCoder(options: CoderTestOptions): Promise<PrinterTest> {
  const { address, what, connect, timers } = options;
  const { promise, resolve } = Promise.withResolvers<PrinterTest>();
  let isReached = false;
  let reason = `no answer within ${TEST_LIMIT} ms`;
  const onOpen = (): void => {
    isReached = true;
    examine(coder, options).then(resolve, (error: unknown) => {
      if (error instanceof Error) reason = error.message;
    });
  };
  const onClosed = (cause: string): void => {
    reason = cause;
    if (!isReached) resolve({ reachable: false, reason: `No connection to ${address}: ${cause}.`, errors: [] });
  };
  const { link, coder } = connect({ onOpen, onClosed, onPrint: () => undefined });
  link.start();
  try {
    return await withinLimit(promise, TEST_LIMIT, timers);
  } catch {
    const problem = isReached ? `The device at ${address} does not answer as ${what}` : `No connection to ${address}`;
    return { reachable: false, reason: `${problem}: ${reason}.`, errors: [] };
  } finally {
    link.stop();
  }
}

async function examine(coder: Coder, { address, expected, proof }: CoderTestOptions): Promise<PrinterTest> {
  const device = new ExpectedDevice({ expected, address });
  let fault: string | undefined;
  try {
    const identity = await coder.identify();
    if (identity) device.answered(identity);
  } catch (error) {
    if (!(error instanceof CoderFaultError)) throw error;
    fault = error.message;
  }
  const reading = fault === undefined ? await coder.read(false) : undefined;
  const objection = device.objection ?? fault;
  const { state, errors } = coderCondition({ phase: 'ready', reading, lostSince: undefined, address, objection });
  return { reachable: true, state, errors, ...(device.found && { identity: device.found }), proof };
}
