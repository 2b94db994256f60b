import type { Socket } from 'node:net';

/**
 * Ends a TCP connection so that nothing that was sent arrives later. Otherwise the operating system goes on sending for minutes, and a print
 * that counts as lost is made once the cable is in again.
 */
export function resetSocket(socket: Socket): void {
  // A reset waits for the connection.
  if (socket.connecting) socket.destroy();
  else socket.resetAndDestroy();
}
