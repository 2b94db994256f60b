import { coderKind } from '../coders/coder-kind.ts';
import { DeviceConnection } from '../connection/device-connection.ts';
import { ZipherCoder } from './zipher-coder.ts';
import { frameLine } from './zipher-messages.ts';

/** Videojet thermal transfer, thermal inkjet and laser coders that understand the Zipher text protocol. */
export const zipherKind = coderKind({
  ...{ kind: 'zipher', type: 'Videojet coder', proof: 'id', needsDetector: false },
  connect: ({ engine: { host, port }, productDetector }, { timers, frames }, { onPrint, ...events }) => {
    const takeUnsolicited = (line: string): boolean => coder.take(line);
    const link = new DeviceConnection({ ...events, host, port, framing: frameLine, timers, frames, takeUnsolicited });
    // Without a product detector of its own the device is told to print each value.
    const coder = new ZipherCoder({ connection: link, hasPrintCommand: productDetector !== 'device', onPrint });
    return { link, coder };
  },
});
