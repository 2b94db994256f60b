import type { Link } from './link.ts';
import { isDesktop, watchForPorts } from './message-port.ts';
import { StationLink } from './station-link.ts';
import { openWebSocket } from './web-socket.ts';

/** Opens the way to the station: the message port that the desktop app hands over, or a WebSocket to the page's own origin. */
export function openLink(): Link {
  const link = new StationLink({
    open: isDesktop() ? watchForPorts() : (signal) => openWebSocket(socketUrl(), signal),
    now: () => Date.now(),
    random: () => Math.random(),
  });
  link.start();
  return link;
}

function socketUrl(): string {
  const url = new URL('/rpc', window.location.href);
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  return url.href;
}
