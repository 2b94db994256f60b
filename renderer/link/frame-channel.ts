/** Text frames in both directions: the common part of a WebSocket and a message port. It is open when it is returned. */
export interface FrameChannel {
  send: (frame: string) => void;
  onFrame: (listener: (frame: string) => void) => void;
  onClose: (listener: () => void) => void;
  close: () => void;
}

/** Opens a channel to the station. Rejects if it cannot be opened, if the signal aborts, or with `NotSignedIn`. */
export type OpenChannel = (signal: AbortSignal) => Promise<FrameChannel>;
