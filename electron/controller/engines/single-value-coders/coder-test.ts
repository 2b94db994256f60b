import type { Proof } from '#contract/api-v3/engine.ts';
import type { PrinterTest } from '#contract/api-v3/printer-configuration.ts';
import { withinLimit } from '../../platform/time-limit.ts';
import { DeviceConnection } from '../connection/device-connection.ts';
import type { Framing } from '../connection/message-reader.ts';
import type { EngineDeps } from '../engine-kind.ts';
import { ExpectedDevice } from '../expected-device.ts';
import { coderCondition } from './coder-condition.ts';
import { CoderRefusalError, type CoderProtocol } from './coder-protocol.ts';
import { NO_COUNT } from './no-count.ts';

const TEST_LIMIT = 9_000;

export interface CoderTestOptions<Message> {
  host: string;
  port: number;
  /** How prints are proven: by the count it must have one. */
  proof: Extract<Proof, 'ack' | 'count'>;
  framing: Framing<Message>;
  makeProtocol: (connection: DeviceConnection<Message>) => CoderProtocol;
}

/** Connects, identifies the coder and reads its status. Prints nothing and changes nothing. Never rejects. */
export async function testCoder<Message>(options: CoderTestOptions<Message>, deps: EngineDeps): Promise<PrinterTest> {
  const { host, port, framing, makeProtocol } = options;
  const { timers, frames } = deps;
  const address = `${host}:${port}`;
  const { promise, resolve } = Promise.withResolvers<PrinterTest>();
  let isReached = false;
  let reason = `no answer within ${TEST_LIMIT} ms`;
  const onOpen = () => {
    isReached = true;
    examine(makeProtocol(connection), options, deps).then(resolve, (error: unknown) => (reason = String(error)));
  };
  const onClosed = (cause: string) => {
    reason = cause;
    const what = isReached ? `The device at ${address} does not answer as this kind of coder` : `No connection to ${address}`;
    resolve({ reachable: false, reason: `${what}: ${cause}.`, errors: [] });
  };
  const connection = new DeviceConnection({ host, port, framing, timers, frames, onOpen, onClosed });
  connection.start();
  try {
    return await withinLimit(promise, TEST_LIMIT, timers);
  } catch {
    return { reachable: false, reason: `The device at ${address} could not be tested: ${reason}.`, errors: [] };
  } finally {
    connection.stop();
  }
}

async function examine<Message>(
  protocol: CoderProtocol,
  { host, port, proof }: CoderTestOptions<Message>,
  { expected }: EngineDeps,
): Promise<PrinterTest> {
  const address = `${host}:${port}`;
  const device = new ExpectedDevice({ expected, address });
  try {
    const status = await protocol.status();
    const identity = await protocol.identify();
    const count = await protocol.count();
    if (identity) device.answered(identity);
    const objection = proof === 'count' && count === undefined ? NO_COUNT : undefined;
    const { state, errors } = coderCondition({
      ...{ phase: 'ready', status, lostSince: undefined, address, objections: [device.objection, objection] },
    });
    return { reachable: true, state, errors: [...errors, ...status.warnings], ...(identity && { identity }), proof };
  } catch (error) {
    if (!(error instanceof CoderRefusalError)) throw error;
    return { reachable: true, state: 'ERROR', errors: [error.message], proof };
  }
}
