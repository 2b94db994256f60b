import type { Link } from './link.ts';
import { isDesktop, watchForPorts } from './message-port.ts';
import { StationLink } from './station-link.ts';
import type { FrameChannel, OpenChannel } from './frames.ts';
import { exchangeToken, isRefused, NotSignedIn } from './sign-in.ts';
import { openWebSocket } from './web-socket.ts';

/**
 * Opens the way to the station: the message port that the desktop app hands over, or a WebSocket to the page's own origin. `token` is that of
 * the start address, when the page was opened by it.
 */
export function openLink(token: string | undefined): Link {
  const link = new StationLink({
    open: isDesktop() ? watchForPorts() : socketOpener(token),
    now: () => Date.now(),
    random: () => Math.random(),
  });
  link.start();
  return link;
}

/** The token is exchanged before the first socket. Why a socket was refused is asked: a browser does not say it. */
function socketOpener(token: string | undefined): OpenChannel {
  let unused = token;
  return async function open(signal): Promise<FrameChannel> {
    if (unused !== undefined) await exchangeToken(unused, signal);
    unused = undefined;
    try {
      return await openWebSocket(socketUrl(), signal);
    } catch (error) {
      throw (await isRefused(signal)) ? new NotSignedIn('The station does not know this browser.') : error;
    }
  };
}

function socketUrl(): string {
  const url = new URL('/rpc', window.location.href);
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  return url.href;
}
