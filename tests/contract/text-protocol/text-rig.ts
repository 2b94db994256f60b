import { randomUUID } from 'node:crypto';
import { KeyGuessThrottle } from '#http/keys/key-guess-throttle.ts';
import type { TextLimits } from '#controller/text-protocol/text-connection.ts';
import { TextServer, type TextListener } from '#controller/text-protocol/text-server.ts';
import type { OpenService } from '#support/open-service.ts';

export interface TextRigOptions {
  listener?: TextListener;
  limits?: TextLimits;
  /** The address to listen on. */
  host?: string;
  /** Gets what is logged. */
  onLog?: (about: object, message: string) => void;
}

/** A text server of a service; by default one for programs of this computer. */
export function textServerOf(
  service: OpenService,
  { listener = { admission: 'local' }, limits, host = '127.0.0.1', onLog = () => undefined }: TextRigOptions = {},
): TextServer {
  const { controller, apiKeys, audit } = service;
  const access = { apiKeys, audit, guesses: new KeyGuessThrottle(audit), newId: () => randomUUID() };
  return new TextServer({ controller, access, host, listener, log: { warn: onLog, error: onLog }, ...(limits && { limits }) });
}
