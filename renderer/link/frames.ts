/** Text frames in and out: what a WebSocket and a message port have in common. Open when it is handed over. */
export interface FrameChannel {
  send: (frame: string) => void;
  onFrame: (listener: (frame: string) => void) => void;
  onClose: (listener: () => void) => void;
  close: () => void;
}

/** Opens a channel to the station; rejects when it cannot, when the signal aborts, or with `NotSignedIn`. */
export type OpenChannel = (signal: AbortSignal) => Promise<FrameChannel>;
