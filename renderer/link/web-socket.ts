import type { FrameChannel } from './frame-channel.ts';

/** Opens a WebSocket to the station. */
export function openWebSocket(url: string, signal: AbortSignal): Promise<FrameChannel> {
  const { promise, resolve, reject } = Promise.withResolvers<FrameChannel>();
  const socket = new WebSocket(url);
  const giveUp = () => {
    socket.close();
    reject(new Error('The socket did not open in time.'));
  };
  signal.addEventListener('abort', giveUp, { once: true });
  socket.addEventListener('open', () => {
    signal.removeEventListener('abort', giveUp);
    resolve(channelOf(socket));
  });
  socket.addEventListener('close', () => {
    signal.removeEventListener('abort', giveUp);
    reject(new Error('The socket was closed.'));
  });
  return promise;
}

function channelOf(socket: WebSocket): FrameChannel {
  return {
    send: (frame) => {
      if (socket.readyState !== WebSocket.OPEN) throw new Error('The socket is closed.');
      socket.send(frame);
    },
    onFrame: (listener) => {
      socket.addEventListener('message', (event) => {
        listener(String(event.data));
      });
    },
    onClose: (listener) => {
      socket.addEventListener('close', () => {
        listener();
      });
    },
    close: () => {
      socket.close();
    },
  };
}
