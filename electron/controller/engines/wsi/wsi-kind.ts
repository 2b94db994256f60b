import { coderKind } from '../coders/coder-kind.ts';
import { DeviceConnection } from '../connection/device-connection.ts';
import { WsiCoder } from './wsi-coder.ts';
import { frameWsi } from './wsi-frames.ts';

/** Videojet continuous inkjet coders that understand WSI. */
export const wsiKind = coderKind({
  ...{ kind: 'wsi', type: 'Videojet inkjet coder', proof: 'count', needsDetector: true },
  connect: ({ engine: { host, port } }, { timers, frames, now }, { onOpen, onClosed }) => {
    const link = new DeviceConnection({ host, port, framing: frameWsi, timers, frames, onOpen, onClosed });
    return { link, coder: new WsiCoder({ connection: link, now }) };
  },
});
