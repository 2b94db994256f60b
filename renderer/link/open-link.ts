import type { Link } from './link.ts';
import { isDesktop, watchForPorts } from './message-port.ts';
import { watchPresses } from './press-time.ts';
import { StationLink, type LinkParts } from './station-link.ts';
import type { FrameChannel, OpenChannel } from './frame-channel.ts';
import { findSignInWay, NotSignedIn } from './sign-in.ts';
import { openWebSocket } from './web-socket.ts';

/**
 * Opens the link to the station: the message port of the desktop app, or a WebSocket to the page's own origin. `token` is the one-time
 * token of the start address, if the page was opened with one. `askSecondPerson` asks for the confirmation of a command that needs one.
 */
export function openLink(token: string | undefined, askSecondPerson: LinkParts['askSecondPerson']): Link {
  const link = new StationLink({
    open: isDesktop() ? watchForPorts() : socketOpener(token),
    now: () => Date.now(),
    elapsed: () => performance.now(),
    pressedAt: watchPresses(window),
    random: () => Math.random(),
    askSecondPerson,
  });
  link.start();
  return link;
}

/**
 * Exchanges the token before the first socket opens. Asks the station why a socket was refused, because browsers do not report the reason.
 */
function socketOpener(token: string | undefined): OpenChannel {
  let unused = token;
  return async function open(signal): Promise<FrameChannel> {
    if (unused !== undefined) await (await loadSessions()).exchangeToken(unused, signal);
    unused = undefined;
    try {
      return await openWebSocket(socketUrl(), signal);
    } catch (error) {
      const way = await findSignInWay(signal);
      if (way === undefined) throw error;
      if (await (await loadSessions()).openWallSession(signal)) return openWebSocket(socketUrl(), signal);
      throw new NotSignedIn(way);
    }
  };
}

/** A browser that is signed in already does not need it. */
const loadSessions = () => import('./sessions.ts');

function socketUrl(): string {
  const url = new URL('/rpc', window.location.href);
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  return url.href;
}
