import type { ProxyOptions } from 'vite';
import { SESSION_PATH } from '#contract/station/sign-in.ts';
import { EVENT_LOG_CSV_PATH } from '#contract/station/urls.ts';

/** What the station answers itself; everything else is the page's code. */
const PATHS = ['/rpc', SESSION_PATH, '/controllers', EVENT_LOG_CSV_PATH];

interface Ports {
  /** Of Vite, which browsers open. */
  page: number;
  station: number;
}

interface ProxiedRequest {
  getHeader: (name: string) => unknown;
  setHeader: (name: string, value: string) => void;
}

/** Passes on what is the station's: its WebSocket, the sign-in, and the bytes of controllers. */
export function stationProxy(ports: Ports): Record<string, ProxyOptions> {
  const options: ProxyOptions = {
    target: `http://127.0.0.1:${ports.station}`,
    ws: true,
    configure: (proxy) => {
      const replace = (request: ProxiedRequest): void => replacePort(request, ports);
      proxy.on('proxyReq', replace);
      proxy.on('proxyReqWs', replace);
    },
  };
  return Object.fromEntries(PATHS.map((path) => [`^${path.replaceAll('.', '\\.')}(?:[/?]|$)`, options]));
}

/**
 * The station compares host and origin with its own address, so a request of the page gets the station's port in them. Nothing else is changed: the
 * station still refuses other names and other origins.
 */
export function replacePort(request: ProxiedRequest, { page, station }: Ports): void {
  for (const name of ['host', 'origin']) {
    const value = request.getHeader(name);
    if (typeof value === 'string') request.setHeader(name, value.replace(new RegExp(`:${page}$`), `:${station}`));
  }
}
