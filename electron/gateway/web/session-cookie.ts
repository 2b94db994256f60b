import type { IncomingMessage } from 'node:http';
import { headerValues } from './guard.ts';

/** What browsers keep a cookie for at most, in seconds: 400 days. */
const MAX_AGE = 400 * 24 * 60 * 60;
/** Cookies of the name that are read; a browser sends one, or a few when another port of this host has set its own. */
const MOST_COOKIES = 8;

type Request = Pick<IncomingMessage, 'rawHeaders'> & { socket: Pick<IncomingMessage['socket'], 'localPort'> };

/** The `Set-Cookie` header that gives a browser its session. Scripts cannot read it, and no page of another site can have it sent. */
export function sessionCookie(request: Request, secret: string): string {
  return `${cookieName(request)}=${secret}; Path=/; Max-Age=${MAX_AGE}; HttpOnly; SameSite=Strict`;
}

/**
 * The secrets that a request's cookies hold: several when another program on this host, whose port means nothing to cookies, has set cookies of
 * the same name.
 */
export function sessionSecrets(request: Request): string[] {
  const prefix = `${cookieName(request)}=`;
  return headerValues(request.rawHeaders, 'cookie')
    .flatMap((header) => header.split(';'))
    .map((cookie) => cookie.trim())
    .filter((cookie) => cookie.startsWith(prefix))
    .slice(0, MOST_COOKIES)
    .map((cookie) => cookie.slice(prefix.length));
}

/** Cookies are sent to every port of a host, so the name has the port: two stations of one computer leave each other's alone. */
function cookieName({ socket }: Request): string {
  return `strobe-session-${socket.localPort}`;
}
