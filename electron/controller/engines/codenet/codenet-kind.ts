import { coderKind } from '../coders/coder-kind.ts';
import { DeviceConnection } from '../connection/device-connection.ts';
import { CodenetCoder } from './codenet-coder.ts';
import { frameCodenet, type CodenetMessage } from './codenet-frames.ts';

/** Domino continuous inkjet coders that understand Codenet. */
export const codenetKind = coderKind({
  ...{ kind: 'codenet', type: 'Domino coder', proof: 'ack', needsDetector: false },
  connect: ({ engine: { host, port }, productDetector }, { timers, frames, now }, { onPrint, ...events }) => {
    const takeUnsolicited = (message: CodenetMessage): boolean => coder.take(message);
    const link = new DeviceConnection({ ...events, host, port, framing: frameCodenet, timers, frames, takeUnsolicited });
    const coder = new CodenetCoder({ connection: link, now, givesPrintGo: productDetector !== 'device', onPrint });
    return { link, coder };
  },
});
